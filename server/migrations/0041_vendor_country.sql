-- The country of the telephone numbers without a country code, by ISO 3166-1.
alter table vendors add column country text not null default 'TR' check (country ~ '^[A-Z]{2}$');
grant update (country) on vendors to tezgah_server;
