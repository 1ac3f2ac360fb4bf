/** WGS 84. */
export const latitudeDegrees = { min: -90, max: 90 };
export const longitudeDegrees = { min: -180, max: 180 };
