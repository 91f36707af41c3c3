-- Numbers within names sort by value, as in the browser: "Torna 9" before "Torna 10".
create collation turkish (provider = icu, locale = 'tr-u-kn-true');
drop index companies_by_name;
create index companies_by_name on companies (vendor_id, name collate turkish, id) where date_removed is null;
drop index machines_by_name;
create index machines_by_name on machines (vendor_id, name collate turkish, id) where date_removed is null;
drop index tickets_by_title;
create index tickets_by_title on tickets (vendor_id, title collate turkish, id);
