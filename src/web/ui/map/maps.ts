/** All maps come in one request. */
export { MapCanvas } from "./map.tsx";
export { PlacesMap } from "./places-map.tsx";
export { PositionMap } from "./position-map.tsx";
