import { expect, test } from 'vitest'
import { plainSubject } from './subject.ts'

test.each([
  ['Kayış koptu', 'Kayış koptu'],
  ['Re: Kayış koptu', 'Kayış koptu'],
  ['YNT: Re: [Demir Makine] #1001 Kayış koptu', 'Kayış koptu'],
  ['İlt: Kayış koptu', 'Kayış koptu'],
  ['Fwd: FW: Kayış koptu', 'Kayış koptu'],
  ['Re[2]: Kayış koptu', 'Kayış koptu'],
  ['[Acil] Kayış koptu', '[Acil] Kayış koptu'],
  ['Rezervuar: taştı', 'Rezervuar: taştı'],
  ['Re:', ''],
  ['RE： Kayış koptu', 'Kayış koptu'],
  ['Re(3): Re^2: Kayış koptu', 'Kayış koptu'],
  ['AW: WG: Riemen gerissen', 'Riemen gerissen'],
  ['TR : RE : Courroie cassée', 'Courroie cassée'],
  ['RV: RE: Correa rota', 'Correa rota'],
  ['R: I: Cinghia rotta', 'Cinghia rotta'],
  ['RES: ENC: Correia partida', 'Correia partida'],
  ['Antw: Doorst: Riem gebroken', 'Riem gebroken'],
  ['Отв: Пересл: Ремень порвался', 'Ремень порвался'],
  ['رد: إعادة توجيه: انقطع الحزام', 'انقطع الحزام'],
  ['Odp: PD: Pasek pękł', 'Pasek pękł'],
  ['SV: VB: Remmen gick av', 'Remmen gick av'],
  ['Odp: Praskl řemen', 'Praskl řemen'],
  ['Vá: RE: Elszakadt a szíj', 'Elszakadt a szíj'],
  ['Továbbítás: Elszakadt a szíj', 'Elszakadt a szíj'],
  ['Va\u0301: Elszakadt a szi\u0301j', 'Elszakadt a szíj'],
  ['r: bir sayı', 'r: bir sayı'],
  ['Resistor: E-204', 'Resistor: E-204'],
  ['На складе: ремень', 'На складе: ремень'],
  ['Trafo: ısındı', 'Trafo: ısındı'],
  ['Re2: Kayış koptu', 'Kayış koptu'],
  ...['AW12: motor durdu', 'TR 3: sigorta attı', 'PD 60: yağ', 'Re 100: ısındı'].map(name => [
    name,
    name,
  ]),
  ['Re:'.repeat(100_000), ''],
])('the subject %j is %j', (subject, plain) => {
  expect(plainSubject(subject)).toBe(plain)
})
