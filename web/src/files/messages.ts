import { messages } from '#contract/messages.ts'
import { language } from '../language.ts'

export const fileMessages = messages({
  attach: { tr: 'Dosya ekle', en: 'Attach a file' },
  attachHint: {
    tr: 'Fotoğraf ya da belge; buraya sürükleyebilir veya yapıştırabilirsiniz.',
    en: 'A photo or a document; you can also drop or paste it here.',
  },
  dropHere: { tr: 'Dosyayı eklemek için bırakın', en: 'Drop the file to attach it' },
  uploading: { tr: (name: string) => `Yükleniyor: ${name}`, en: (name: string) => `Uploading ${name}` },
  percent: { tr: (percent: number) => `Yüzde ${percent} yüklendi`, en: (percent: number) => `${percent} percent uploaded` },
  uploaded: { tr: 'Yüklendi', en: 'Uploaded' },
  failed: { tr: 'Yüklenemedi', en: 'Upload failed' },
  cancel: { tr: (name: string) => `Yüklemeyi iptal et: ${name}`, en: (name: string) => `Cancel the upload of ${name}` },
  remove: { tr: (name: string) => `Kaldır: ${name}`, en: (name: string) => `Remove ${name}` },
  retry: { tr: 'Yeniden dene', en: 'Try again' },
  tooLarge: {
    tr: (limit: string) => `Dosya çok büyük: en çok ${limit} olabilir.`,
    en: (limit: string) => `The file is too large: at most ${limit} is allowed.`,
  },
  empty: { tr: 'Bu dosya boş.', en: 'This file is empty.' },
  onlyOne: { tr: 'Her mesaja bir dosya eklenebilir; ilki alındı.', en: 'A message takes one file; the first one was taken.' },
  download: { tr: (name: string) => `İndir: ${name}`, en: (name: string) => `Download ${name}` },
  preview: { tr: 'Önizle', en: 'Preview' },
  previewOf: { tr: (name: string) => `Önizle: ${name} (yeni sekmede)`, en: (name: string) => `Preview ${name} (in a new tab)` },
  enlarge: { tr: (name: string) => `Büyüt: ${name}`, en: (name: string) => `Enlarge ${name}` },
})(language)
