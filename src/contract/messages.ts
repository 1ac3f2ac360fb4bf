/**
 * Every text that the specification prescribes to the character, its error catalogue (section 8) first.
 * Spelling and grammar are the specification's; do not mend them here.
 */

export const errorMessages = {
  geolocationRequired:
    "ERROR GETTING GEO COORDINATES: Geocordinates are required for each data point. Please close this browser window and open the app in a new window. When re-uploading your first data point in the window, make sure to allow geolocation when you are prompted. Alternatively, you can go to your browser settings and allow gps access for this site.",
  uploadRefused: (status: number | string, detail: string) =>
    `FAILED TO UPLOAD DATA POINT. Error Response: ${status}, Error Details: ${detail}`,
  uploadFailed: (error: string) => `FAILED TO UPLOAD DATA POINT. Error: ${error}`,
  questLoad: "Error loading quest details",
  questMissing: "No quest found",
  notSignedUp: "You are not signed up for this quest.",
  samplesLoad: "There was an error while attempting to fetch quest details.",
} as const;

export const validationMessages = {
  required: "Required",
  stringTooShort: (min: number) => `String must contain at least ${min} character(s)`,
  stringTooLong: (max: number) => `String must contain at most ${max} character(s)`,
  imageRequired: "image upload required",
} as const;

export const statusMessages = {
  loading: "Loading...",
  joined: (questName: string) => `You have successfully signed up for the quest: ${questName}!`,
} as const;
