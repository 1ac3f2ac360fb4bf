/**
 * Every text that the specification prescribes to the character, its error catalogue (section 8) first.
 * Spelling and grammar are the specification's; do not mend them here.
 */

export const errorMessages = {
  fetchFailed: "An error occurred while fetching the data.",
  geolocationRequired:
    "ERROR GETTING GEO COORDINATES: Geocordinates are required for each data point. Please close this browser window and open the app in a new window. When re-uploading your first data point in the window, make sure to allow geolocation when you are prompted. Alternatively, you can go to your browser settings and allow gps access for this site.",
  uploadRefused: (status: number | string, detail: string) =>
    `FAILED TO UPLOAD DATA POINT. Error Response: ${status}, Error Details: ${detail}`,
  uploadFailed: (error: string) => `FAILED TO UPLOAD DATA POINT. Error: ${error}`,
  questLoad: "Error loading quest details",
  questMissing: "No quest found",
  notSignedUp: "You are not signed up for this quest.",
  ownQuestsLoad: "There was an error while attempting to fetch your quests.",
  samplesLoad: "There was an error while attempting to fetch quest details.",
  questEdit: "Error editing quest",
  questCreate: "Error creating quest",
  locationsDelete: "Error deleting quest locations",
  flagPoorGps: (message: string) => `Error flagging poor ID: ${message}`,
  plantId: (message: string) => `error:${message}`,
  notAuthorized: "You're not authorized to view this page.",
  noSuchPage: "404: No such page here!",
  joinFailedLog: "Failed to sign up for the quest",
  signInFailedLog: "Error signing in",
  signOutFailedLog: "Error signing out",
} as const;

export const validationMessages = {
  required: "Required",
  stringTooShort: (min: number) => `String must contain at least ${min} character(s)`,
  stringTooLong: (max: number) => `String must contain at most ${max} character(s)`,
  imageRequired: "image upload required",
  treeWidthRequired: "tree width required",
} as const;

export const statusMessages = {
  loading: "Loading...",
  loadingQuests: "Loading quests...",
  joined: (questName: string) => `You have successfully signed up for the quest: ${questName}!`,
  questEdited: "Quest edited successfully",
  questCreated: "Quest created successfully",
  badGpsReported: "bad gps ID reported",
  submitting: "submitting",
} as const;

export const mapMessages = {
  wheelNeedsMeta: "Use META + wheel to zoom!",
  touchNeedsTwoFingers: "Use two fingers to move the map",
} as const;
