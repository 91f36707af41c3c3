-- How many attempts of a kind there were: until `date_ends` some are remembered, and each that comes moves it on by its share of time.
-- One row for each limit and whom it counts, by a key that tells nothing of either. Of these a crash may forget, so they are not logged.
create unlogged table attempts (
  vendor_id uuid not null default app_vendor() references vendors,
  key       text not null,
  date_ends timestamptz not null,
  primary key (vendor_id, key)
);
call protect('attempts', 'select, insert, update, delete');
