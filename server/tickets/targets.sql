-- Version 4: raised with each change, so that an older program refuses to start.

-- Until which minute of a day people work in Turkey: 0 on a public holiday, 780 on an eve, when work
-- ends at 13:00. By Law 2429, with the religious holidays of 2025 to 2035 (record 0048).
create or replace function working_until(day date) returns int immutable parallel safe language sql as $$
  select case
    when extract(month from day) * 100 + extract(day from day) in (101, 423, 501, 519, 715, 830, 1029) then 0
    when day = any('{2025-03-30,2025-03-31,2025-04-01,2026-03-20,2026-03-21,2026-03-22,2027-03-09,2027-03-10,2027-03-11,2028-02-26,2028-02-27,2028-02-28,2029-02-14,2029-02-15,2029-02-16,2030-02-04,2030-02-05,2030-02-06,2031-01-24,2031-01-25,2031-01-26,2032-01-14,2032-01-15,2032-01-16,2033-01-02,2033-01-03,2033-01-04,2033-12-23,2033-12-24,2033-12-25,2034-12-12,2034-12-13,2034-12-14,2035-12-01,2035-12-02,2035-12-03,2025-06-06,2025-06-07,2025-06-08,2025-06-09,2026-05-27,2026-05-28,2026-05-29,2026-05-30,2027-05-16,2027-05-17,2027-05-18,2027-05-19,2028-05-05,2028-05-06,2028-05-07,2028-05-08,2029-04-24,2029-04-25,2029-04-26,2029-04-27,2030-04-13,2030-04-14,2030-04-15,2030-04-16,2031-04-02,2031-04-03,2031-04-04,2031-04-05,2032-03-22,2032-03-23,2032-03-24,2032-03-25,2033-03-11,2033-03-12,2033-03-13,2033-03-14,2034-03-01,2034-03-02,2034-03-03,2034-03-04,2035-02-18,2035-02-19,2035-02-20,2035-02-21}'::date[]) then 0
    when extract(month from day) * 100 + extract(day from day) = 1028 then 780
    when day = any('{2025-03-29,2026-03-19,2027-03-08,2028-02-25,2029-02-13,2030-02-03,2031-01-23,2032-01-13,2033-01-01,2033-12-22,2034-12-11,2035-11-30,2025-06-05,2026-05-26,2027-05-15,2028-05-04,2029-04-23,2030-04-12,2031-04-01,2032-03-21,2033-03-10,2034-02-28,2035-02-17}'::date[]) then 780
    else 1440 end
$$;

-- When so many minutes of a vendor's working hours have passed since an instant; null: not within a year.
create or replace function end_of_target(since timestamptz, minutes int, v vendors) returns timestamptz
  language plpgsql stable parallel safe set search_path = public, pg_temp as $$
declare
  remaining interval := make_interval(mins => minutes);
  day date := (since at time zone v.time_zone)::date;
  last constant date := day + 366;
  weekday int;
  closes int;
  begins timestamptz;
  ends timestamptz;
begin
  while minutes is not null and day <= last loop
    weekday := extract(isodow from day);
    closes := least(v.closes[weekday], case when v.public_holidays then working_until(day) end);
    if v.opens[weekday] < closes and day <> all(v.days_off) then
      begins := greatest(since, (day + make_interval(mins => v.opens[weekday])) at time zone v.time_zone);
      ends := (day + make_interval(mins => closes)) at time zone v.time_zone;
      if ends - begins >= remaining then return begins + remaining; end if;
      remaining := remaining - greatest(ends - begins, '0');
    end if;
    day := day + 1;
  end loop;
  return null;
end $$;

-- When the reply to a ticket is due that waits for the team since an instant.
create or replace function due_at(v vendors, priority text, is_answered boolean, since timestamptz) returns timestamptz
  language sql stable parallel safe as $$
  select end_of_target(since,
    (case when is_answered then v.next_targets else v.first_targets end)[array_position('{standing,impaired,normal,question}', priority)], v)
$$;
