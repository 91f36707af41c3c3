-- The first parts of an upload that is sent in several; the last one joins them to the file's bytes.
create table file_parts (
  vendor_id  uuid not null default app_vendor(),
  file_id    uuid not null,
  first_byte bigint not null,
  size       bigint not null check (size > 0),
  stored_as  uuid not null,                            -- the storage key of its bytes
  primary key (vendor_id, file_id, first_byte),
  foreign key (vendor_id, file_id) references files on delete cascade
);
create index file_parts_stored on file_parts (vendor_id, stored_as); -- for the sweep of the storage
call protect('file_parts', 'select, insert, delete');
