-- What is seen of a text, as `fold` in contract/text/turkish.ts has it: now also without U+FFFC, the place of a picture in a rich text.
create or replace function fold(value text) returns text immutable strict parallel safe language sql as $$
  select translate(
    lower(btrim(regexp_replace(regexp_replace(normalize(value, NFKD),
      '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '[\u0009-\u000d \u0085\u1680\u2028\u2029\u2800]+', ' ', 'g')) collate "und-x-icu"),
    'ı‐‑‒–—―−', 'i-------')
$$;

-- A name of which nothing is seen could not be clicked. Of the marks, those of the blocks that have nothing else: fonts draw most others on a dotted circle.
create function pg_temp.is_blank(value text) returns boolean immutable language sql as $$
  select value !~ '[!-~]' and value ~ ('^[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ufe20-\ufe2f'
    || '\u00a0\u00ad\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u0009-\u000d \u0085]+$')
$$;
update companies set name = '—' where pg_temp.is_blank(name);
update machines set name = '—' where pg_temp.is_blank(name);
update machines set sku = '—' where pg_temp.is_blank(sku);
update company_machines set serial_number = '—' where pg_temp.is_blank(serial_number);
update tickets set title = '—' where pg_temp.is_blank(title);
update users set name = '—' where pg_temp.is_blank(name);

-- `search` of stored rows is computed again where it has the character. A duplicate serial number stays; `npm run doctor` reports it.
update users set name = name where position(U&'\FFFC' in search) > 0;
update companies set name = name where position(U&'\FFFC' in search) > 0;
update machines set name = name where position(U&'\FFFC' in search) > 0;
update company_machines set serial_number = serial_number where position(U&'\FFFC' in search) > 0;
update tickets set title = title where position(U&'\FFFC' in search) > 0;
update audit_entries set subject = subject where position(U&'\FFFC' in search) > 0;
update received_mails set subject = subject where position(U&'\FFFC' in search) > 0;
