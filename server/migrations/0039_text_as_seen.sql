-- What is seen of a text, in which it is searched and compared; `fold` in contract/turkish.ts does the same. Now also without characters that are not drawn,
-- with one blank for any blanks and one dash for any dash, and in compatibility form: full-width letters, ligatures.
create or replace function fold(value text) returns text immutable strict parallel safe language sql as $$
  select translate(
    lower(btrim(regexp_replace(regexp_replace(normalize(value, NFKD),
      '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '[\u0009-\u000d \u0085\u1680\u2028\u2029\u2800]+', ' ', 'g')) collate "und-x-icu"),
    'ı‐‑‒–—―−', 'i-------')
$$;

-- A name of which nothing is seen could not be clicked. A duplicate serial number stays; `npm run doctor` reports it.
create function pg_temp.is_unseen(value text) returns boolean immutable language sql as $$
  select value !~ '[!-~]' and fold(value) = '' and value !~ '[¨¯´¸˘˙˚˛˜˝ͺ΄‗‾]' -- which have a blank in compatibility form
$$;
update companies set name = '—' where pg_temp.is_unseen(name);
update machines set name = '—' where pg_temp.is_unseen(name);
update machines set sku = '—' where pg_temp.is_unseen(sku);
update company_machines set serial_number = '—' where pg_temp.is_unseen(serial_number);
update tickets set title = '—' where pg_temp.is_unseen(title);
update users set name = '—' where pg_temp.is_unseen(name);

-- `search` of stored rows is computed again where the new form can be another one; that of a text with single blanks and Turkish letters is the same.
create function pg_temp.is_unusual(value text) returns boolean immutable language sql as $$
  select value ~ '[^\u0020-\u007eçğıöşüÇĞİÖŞÜ]|  '
$$;
update users set name = name where pg_temp.is_unusual(name || '|' || surname);
update companies set name = name where pg_temp.is_unusual(name);
update machines set name = name where pg_temp.is_unusual(name || '|' || sku || '|' || description);
update company_machines set serial_number = serial_number where pg_temp.is_unusual(serial_number);
update tickets set title = title where pg_temp.is_unusual(title);
update audit_entries set subject = subject where pg_temp.is_unusual(user_name || '|' || subject);
update received_mails set subject = subject where pg_temp.is_unusual(sender || '|' || sender_name || '|' || subject);
