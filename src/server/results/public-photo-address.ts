/** Lasts as long as the photo is public. @param publicUrl without a trailing slash */
export const publicPhotoAddress = (publicUrl: string, questId: number, pointId: string, photoId: string): string =>
  `${publicUrl}/api/quests/${questId}/results/points/${pointId}/photos/${photoId}`;
