/** The size of a base, in tenths of a millimetre. */
export const LENGTH = 200;
export const WIDTH = 150;
