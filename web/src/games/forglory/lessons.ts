import type { GameEvent } from '../../lib/protocol';
import type { Lesson } from '../lesson';

const has = (events: GameEvent[], ...codes: string[]) => codes.some((code) => events.some((event) => event.code === code));

/** A small field: a road from edge to edge, a wood, an objective. */
const map = {
  name: 'Lesson',
  width: 9000,
  height: 6000,
  objectives: [[4500, 3800]],
  terrain: [
    {
      kind: 'wood',
      corners: [
        [4750, 2900],
        [5700, 2750],
        [5900, 3500],
        [4950, 3600],
      ],
    },
  ],
  roads: [
    [
      [0, 4500],
      [9000, 4500],
    ],
  ],
};

const options = { map, south_army: '2LnInf FA / LC LnInf', north_army: '2LnInf / 2LnInf', objectives: 1 };

const SCORE = '0,0,0,0,0,0:0,0,0,0,0,0';
const NORTH_OFFICERS = '23,2:3;67,2:3;45,2:4';

/** South's first division, then its second; enemies stay far back unless others are given. */
const position = ({
  first = '36,49/270;42,49/270;48,49/270',
  second = '67,53/270;74,53/270',
  north = '20,6/90;26,6/90;64,6/90;70,6/90',
  officers = '42,54:4;70,57:3;45,57.5:4',
  northOfficers = NORTH_OFFICERS,
  order = 'sg1:7*,ng1:2',
} = {}) => `${first};${second} ${north} ${officers} ${northOfficers} - - 1 ${SCORE} ${order}`;

export const lessons: Lesson[] = [
  {
    title: 'glory.learn.order.title',
    text: 'glory.learn.order.text',
    done: 'glory.learn.order.done',
    options,
    position: position(),
    reached: (events) => has(events, 'MOVED'),
  },
  {
    title: 'glory.learn.road.title',
    text: 'glory.learn.road.text',
    done: 'glory.learn.road.done',
    options,
    position: position({
      first: '24,45/270;30,51/270;36,51/270',
      north: '30,26/90;36,26/90;64,6/90;70,6/90',
      officers: '30,55:4;70,57:3;45,57.5:4',
      northOfficers: '33,22:3;67,2:3;45,2:4',
    }),
    reached: (events) => has(events, 'MARCHED'),
  },
  {
    title: 'glory.learn.fire.title',
    text: 'glory.learn.fire.text',
    done: 'glory.learn.fire.done',
    options,
    position: position({
      first: '33,49/270;39,49/270;45,47/270',
      north: '45,33/90;52,25/90;64,6/90;70,6/90',
      northOfficers: '48,18:3;67,2:3;45,2:4',
    }),
    reached: (events) => has(events, 'SHOOTS'),
  },
  {
    title: 'glory.learn.charge.title',
    text: 'glory.learn.charge.text',
    done: 'glory.learn.charge.done',
    options,
    position: position({
      second: '67,48/270;74,50/270',
      north: '20,6/90;26,6/90;67,36/0;73,27/90',
      northOfficers: '23,2:3;66,25:3;45,2:4',
      order: 'sg2:7*,ng1:2',
    }),
    reached: (events) => has(events, 'IN_CONTACT'),
  },
  {
    title: 'glory.learn.react.title',
    text: 'glory.learn.react.text',
    done: 'glory.learn.react.done',
    options,
    position: position({
      first: '30,47/270;42,50/270;48,50/270',
      north: '30,30/90;36,30/90;64,6/90;70,6/90',
      northOfficers: '33,26:4;67,2:3;45,2:4',
    }),
    reached: (events) => has(events, 'ENTERS_AREA', 'REACTS', 'REACTION_DECLINED'),
  },
  {
    title: 'glory.learn.win.title',
    text: 'glory.learn.win.text',
    done: 'glory.learn.win.done',
    options,
    position: position({ first: '36,49/270;45,47/270;51,49/270', order: 'sg1:7*' }),
    reached: (events) => has(events, 'OBJECTIVE_HELD', 'OBJECTIVE_TAKEN'),
  },
];
