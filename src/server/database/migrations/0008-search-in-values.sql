-- Search in values compared letters with their accents, and only in the composition in which they were typed.

-- Digits of every script as 0 to 9.
DO $do$
DECLARE
  digits text := (SELECT string_agg(chr(zero + digit), '' ORDER BY zero, digit)
    -- The zero of each script.
    FROM generate_series(0, 9) AS digit, unnest(ARRAY[
      1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240,
      6112, 6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016,
      65296, 66720, 68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472,
      71904, 72016, 72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 118000, 123200,
      123632, 124144, 124401, 125264
    ]) AS zero);
BEGIN
  EXECUTE format($f$
    CREATE FUNCTION plain_digits(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN translate(words, %L, %L)
    $f$, digits, repeat('0123456789', length(digits) / 10));
END
$do$;

-- Text as searches compare it: as `normalizeSearchText` of src/protocol/search-text.ts, except for marks of scripts in
-- which they are more than accents. Most texts need less, and what they don't need takes most of the time.
CREATE FUNCTION search_form(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  form text := words;
BEGIN
  IF octet_length(words) <> length(words) THEN
    form := regexp_replace(normalize(form, NFKD),
      '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1ace\u1dc0-\u1dff\u200b-\u200f\u2060-\u2064\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f\ufeff]',
      '', 'g');
    IF form ~ '[^\u0000-\u065f]' OR form ~ '[\u0660-\u0669]' THEN form := plain_digits(form); END IF;
    form := translate(lower(form), 'øłđðıς', 'olddiσ');
    RETURN replace(replace(replace(replace(form, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  END IF;
  RETURN lower(form);
END
$$;

-- The words of a data point's values; keys aren't searched. An index is built without a search path, so its names are
-- resolved here.
CREATE FUNCTION words_of_values(answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN (
  SELECT to_tsvector('simple', coalesce(search_form(string_agg(value #>> '{}', ' ')), ''))
  FROM jsonb_path_query(answers - 'plant_id_data', 'strict $.**') AS value
  WHERE jsonb_typeof(value) IN ('string', 'number')
);

-- Each word begins one of the values' words; null if nothing is asked.
CREATE FUNCTION words_asked(words text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_tsquery('simple', string_agg('''' || replace(replace(form, '\', '\\'), '''', '''''') || ''':*', ' & '))
  FROM (SELECT search_form(word) AS form FROM unnest(words) AS word) asked
  WHERE form <> ''
$$;

DROP INDEX quest_data_words;
CREATE INDEX quest_data_words ON quest_data USING gin (words_of_values(additional_data)) WITH (fastupdate = off);

-- Digits, the sigma at the end of a word, and what is invisible are compared anew.
UPDATE quests SET search_text = search_form(search_text) WHERE search_text ~ '[^\u0020-\u007e]';
UPDATE list_items SET search_text = search_form(search_text) WHERE search_text ~ '[^\u0020-\u007e]';
