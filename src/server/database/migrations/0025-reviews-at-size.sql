-- The samples of a quest in the orders of the reviewers' list that had no index of their own.
CREATE INDEX quest_data_waiting_by_quest_doubtful_first ON quest_data (quest_id, (- evidence_score), created_at, id)
  WHERE review_decision IS NULL;
CREATE INDEX quest_data_waiting_by_quest_and_place ON quest_data (quest_id, place_code(latitude, longitude), id)
  WHERE review_decision IS NULL;
CREATE INDEX quest_data_decided_by_quest_doubtful_first ON quest_data
  (quest_id, review_decision, (- evidence_score), created_at, id) WHERE review_decision IS NOT NULL;
CREATE INDEX quest_data_decided_by_quest_and_place ON quest_data
  (quest_id, review_decision, place_code(latitude, longitude), id) WHERE review_decision IS NOT NULL;

-- Few samples have evidence against them: a list of these in each order, and their counts.
CREATE INDEX quest_data_evidence_by_age ON quest_data (review_decision, created_at, id) INCLUDE (evidence_codes)
  WHERE evidence_codes <> '{}';
CREATE INDEX quest_data_evidence_doubtful_first ON quest_data (review_decision, (- evidence_score), created_at, id)
  WHERE evidence_codes <> '{}';
CREATE INDEX quest_data_evidence_by_place ON quest_data (review_decision, place_code(latitude, longitude), id)
  WHERE evidence_codes <> '{}';

-- Those that wait are counted by accuracy, as those that are decided are.
DROP INDEX quest_data_waiting;
CREATE INDEX quest_data_waiting ON quest_data (created_at, id) INCLUDE (accuracy) WHERE review_decision IS NULL;

-- What each reviewer did since a day is counted without a look at the decisions themselves.
DROP INDEX reviews_by_time;
CREATE INDEX reviews_by_time ON reviews (reviewed_at) INCLUDE (reviewed_by, decision, undone_at, quest_data_id);
