-- Texts of quests in several languages.

-- Only the names: {"de": {"quest_name": "..."}}. Lists read these without the long texts.
CREATE FUNCTION quest_names(translations jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_object_agg(t.key, jsonb_build_object('quest_name', t.value -> 'quest_name')), '{}')
    FROM jsonb_each(translations) t WHERE t.value ? 'quest_name');
END
$$;

ALTER TABLE quests
  -- BCP 47, of the quest's own columns.
  ADD COLUMN language text NOT NULL DEFAULT 'en',
  -- By other languages: {"de": {"quest_name": "...", "safety": "..."}}
  ADD COLUMN translations jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN translated_names jsonb NOT NULL GENERATED ALWAYS AS (quest_names(translations)) STORED,
  ADD CONSTRAINT quests_language_known CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  ADD CONSTRAINT quests_translations_other CHECK (jsonb_typeof(translations) = 'object' AND NOT translations ? language);
