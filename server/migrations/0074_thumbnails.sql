-- Whether the structure of a stored picture was read, by which one that is costly to decode is a download.
alter table files add column is_inspected boolean not null default false;

-- Each picture is drawn once for all mails; one without bytes cannot be drawn. Those with bytes are deleted a week later.
create table thumbnails (
  vendor_id  uuid not null default app_vendor(),
  file_id    uuid not null,
  bytes      bytea check (length(bytes) <= 40000),
  width      int not null default 0,
  height     int not null default 0,
  date_drawn timestamptz not null default now(),
  primary key (vendor_id, file_id),
  foreign key (vendor_id, file_id) references files on delete cascade
);
call protect('thumbnails', 'select, insert, delete');
