// Written by `make docs` out of the rules.

export const LEVELS = ["recruit", "easy", "steady", "normal", "veteran", "hard"] as const;

export const MAPS = {
  "cafe": {"name": "Escaramuzas de Café", "letter": "M", "gap": 5400, "width": 9000, "height": 6000, "freeRoles": true, "roads": false, "unnamed": true},
  "forglory": {"name": "For Glory", "letter": "G", "gap": 0, "width": 12000, "height": 9000, "freeRoles": false, "roads": true, "unnamed": false},
} as const;

export const GLORY_ARMIES = {
  "points": {"LnInf": 1, "LI": 1, "HC": 2, "LC": 2, "FA": 2, "HA": 2},
  "qualities": ["M", "I", "R", "V", "E"],
  "usual": "R",
  "fewestDivisions": 2,
  "mostDivisions": 8,
  "fewestUnits": 2,
  "mostUnits": 40,
  "mostPoints": 80,
  "longestText": 2000,
} as const;

export const TACTICS_LETTERS = {
  "axe": "A",
  "sword": "S",
  "pike": "P",
  "horse": "H",
  "bow": "B",
  "arquebus": "G",
  "mage": "M",
  "guard": "K",
} as const;

export const MOST_SQUADS = 6 as const;

export const PAPERS = {
  "a4": [210.0, 297.0],
  "letter": [215.9, 279.4],
} as const;

export const MAP_SHEET = {
  "sides": 20.0,
  "ends": 28.0,
  "strip": 10.0,
} as const;

export const PRINTED = {
  "tactics": ["board", "tokens", "summary"],
  "cafe": ["units", "tokens", "cards", "markers", "ruler", "map", "summary", "score"],
  "forglory": ["units", "markers", "ruler", "map", "summary", "armies", "score"],
} as const;

export const SCALES = {
  "half": 0.5,
  "one": 1,
  "double": 2,
} as const;
