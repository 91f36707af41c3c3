-- Addresses of accounts get the one spelling in which they are stored from now on: `canonicalAddress` in contract/addresses.ts. Of two accounts that would have
-- the same one, the other has the former spelling afterwards, with a password of its own; `npm run doctor` reports them.

-- A label of a host in ASCII (RFC 3492).
create function pg_temp.punycode(label text) returns text language plpgsql as $$
declare
  points constant int[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as split(letter, at) order by at);
  output text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  basic constant int := length(output);
  handled int := basic;
  delta int := 0;
  bias int := 72;
  lowest int := 128;
  next int;
  point int;
  rest int;
  base int;
  threshold int;
begin
  if basic > 0 then output := output || '-'; end if;
  while handled < cardinality(points) loop
    select min(p) into next from unnest(points) as p where p >= lowest;
    delta := delta + (next - lowest) * (handled + 1);
    lowest := next;
    foreach point in array points loop
      if point < lowest then delta := delta + 1; end if;
      continue when point <> lowest;
      rest := delta;
      base := 36;
      loop
        threshold := least(greatest(base - bias, 1), 26);
        exit when rest < threshold;
        output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', threshold + (rest - threshold) % (36 - threshold) + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        base := base + 36;
      end loop;
      output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
      delta := delta / case when handled = basic then 700 else 2 end;
      handled := handled + 1;
      delta := delta + delta / handled;
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
    end loop;
    delta := delta + 1;
    lowest := lowest + 1;
  end loop;
  return 'xn--' || output;
end $$;

create function pg_temp.canonical_address(email text) returns text language plpgsql as $$
declare
  seen constant text := regexp_replace(email,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g');
  address constant text := normalize(replace(lower(seen collate "und-x-icu"), U&'i\0307', 'i'), NFC);
  host constant text := regexp_replace(normalize(substring(address from '[^@]*$'), NFKC), '\.$', '');
  labels constant text[] := array(
    select case when label ~ '[^\u0001-\u007f]' then pg_temp.punycode(label) else label end
      from unnest(regexp_split_to_array(host, '[.。]')) with ordinality as split(label, at) order by at);
begin
  return substring(address from '^.*@') || array_to_string(labels, '.');
end $$;

create temporary table ranked on commit drop as
with spelled as materialized (
  select vendor_id, id, operator_id, email, pg_temp.canonical_address(email) as canonical, password_hash, date_created
    from users where email ~ '[^\u0021-\u007e]' or email like '%.'
), with_twins as (
  select * from spelled
  union
  select u.vendor_id, u.id, u.operator_id, u.email, u.email, u.password_hash, u.date_created
    from users u join spelled s on s.vendor_id = u.vendor_id and s.canonical = u.email and s.operator_id is null
   where u.operator_id is null
)
select vendor_id, id, operator_id, email, canonical,
       row_number() over (partition by vendor_id, canonical, operator_id is null
                          order by password_hash is null, email <> canonical, date_created, id) as rank
  from with_twins;

-- One without a password that has the spelling gives it up, and takes the one that has become free: addresses are unique.
create temporary table displaced on commit drop as
  select other.vendor_id, other.id, first.email
    from ranked other
    join ranked first on first.vendor_id = other.vendor_id and first.canonical = other.canonical and first.rank = 1 and first.operator_id is null
   where other.operator_id is null and other.rank > 1 and other.email = other.canonical;
update users u set email = u.id::text from displaced d where u.vendor_id = d.vendor_id and u.id = d.id;
update users u set email = r.canonical
  from ranked r where u.vendor_id = r.vendor_id and u.id = r.id and r.canonical <> r.email and (r.operator_id is not null or r.rank = 1);
update users u set email = d.email from displaced d where u.vendor_id = d.vendor_id and u.id = d.id;

delete from undeliverable_addresses a using ranked r, users u -- they were of the former spelling
 where r.vendor_id = a.vendor_id and r.id = a.user_id and u.vendor_id = a.vendor_id and u.id = a.user_id and u.email <> r.email;
