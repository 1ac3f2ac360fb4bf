/** Red, green, blue and perhaps more channels, row by row, upright, 0 to 255. */
export type ColourPicture = { data: ArrayLike<number>; width: number; height: number; channels: 3 | 4 };

/** Brightness, row by row, 0 to 255. */
export type Grey = { data: Float32Array; width: number; height: number };
