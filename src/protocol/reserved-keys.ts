export const reservedKeys: ReadonlySet<string> = new Set([
  // the data point's own photo
  "file",
  // stored beside the values in `additional_data`
  "plant_id_data",
  "list_items",
  "user_supplied_latitude",
  "user_supplied_longitude",
  // columns of every export
  "id",
  "latitude_degrees",
  "longitude_degrees",
  "accuracy_meters",
  "position_source",
  "position_fixed_at",
  "user_supplied_latitude_degrees",
  "user_supplied_longitude_degrees",
  "tree_circumference_cm",
  "plant_best_match",
  "plant_best_score",
  "adventurer",
  "submitted_at",
  "accepted_by",
  "accepted_at",
  "review_comment",
  "photo_sha256",
  "protocol_version",
  "captured_at",
  "late",
]);

/** Whether other values or columns have this name, in any case, or every JavaScript object has it as a property. */
export const isReservedKey = (key: string): boolean => reservedKeys.has(key.toLowerCase()) || key in Object.prototype;
