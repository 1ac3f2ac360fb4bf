/** The photo of the data point itself, among those of fields. */
export const ownPhotoKey = "file";
