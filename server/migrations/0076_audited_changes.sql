-- What a call changed, `[{ field, before, after }]` in texts, instead of a ticket's new status
-- and priority alone. Former entries do not know what was there before.
alter table audit_entries add column changes jsonb not null default '[]';
update audit_entries set changes = (
  select jsonb_agg(jsonb_build_object('field', field, 'before', null, 'after', after))
    from (values ('status', status), ('priority', priority)) as given(field, after) where after is not null)
 where status is not null or priority is not null;

-- A search finds the changed values too.
alter table audit_entries drop column status, drop column priority, drop column search,
  add column search text not null generated always as (fold(
    user_name || ' ' || subject || ' ' || address || ' ' ||
    jsonb_path_query_array(changes, '$[*].before ? (@ != null)')::text ||
    jsonb_path_query_array(changes, '$[*].after ? (@ != null)')::text)) stored;
create index audit_entries_search on audit_entries using gin (search gin_trgm_ops);
