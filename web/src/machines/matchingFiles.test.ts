import { expect, test } from 'vitest'
import { matchingFiles } from './matchingFiles.ts'

const files = [
  'Kullanım kılavuzu.pdf',
  'Hava filtresi değişimi.pdf',
  'Elektrik şeması.pdf',
  'CE belgesi.pdf',
  'TM-500_yag_tablosu.xlsx',
].map(fileName => ({ fileName }))
const namesFor = (text: string) => matchingFiles(files, text).map(({ fileName }) => fileName)

test.each([
  ['Filtreyi nasıl değiştireceğiz?', ['Hava filtresi değişimi.pdf']],
  ['ELEKTRİK ŞEMASINI bulamadık', ['Elektrik şeması.pdf']],
  ['Hangi yağ?', ['TM-500_yag_tablosu.xlsx']],
  ['yağmur suyu girdi', []],
  ['pdf', []],
  ['Kapak', []],
  ['', []],
])('for "%s" the files about its words are found, whatever their endings', (text, names) => {
  expect(namesFor(text)).toEqual(names)
})

test('the file with the most words of a text is the first of three', () => {
  const many = ['Yağ', 'Yağ filtresi', 'Yağ filtresi değişimi', 'Filtre'].map(fileName => ({
    fileName,
  }))
  expect(matchingFiles(many, 'Yağ filtresinin değişimi').map(({ fileName }) => fileName)).toEqual([
    'Yağ filtresi değişimi',
    'Yağ filtresi',
    'Yağ',
  ])
})
