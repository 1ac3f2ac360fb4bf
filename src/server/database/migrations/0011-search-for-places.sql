-- Quests are now found by the second line of an address, by public stations, and by countries in their languages.
INSERT INTO jobs (kind, payload) SELECT 'refresh-search-text', jsonb_build_object('organizationId', id) FROM organizations;
