/** WGS 84. */
export const latitudeDegrees = { min: -90, max: 90 };
export const longitudeDegrees = { min: -180, max: 180 };

/** Degrees to 0.1 mm, without the error that turning around the world adds, as in -82.52199999999999. */
export const shortDegrees = (degrees: number): number => Number(degrees.toFixed(9));
