import { messages } from '#contract/messages.ts'
import { language } from '../browser/language.ts'

export const machineMessages = messages({
  title: { tr: 'Makineler', en: 'Machines' },
  machine: { tr: 'Makine', en: 'Machine' },
  count: {
    tr: (count: string) => `${count} makine`,
    en: (count: string) => (count === '1' ? '1 machine' : `${count} machines`),
  },
  save: { tr: 'Değişiklikleri kaydet', en: 'Save changes' },

  name: { tr: 'Makine adı', en: 'Machine name' },
  sku: { tr: 'Ürün kodu', en: 'SKU' },
  description: { tr: 'Açıklama', en: 'Description' },
  dateCreated: { tr: 'Eklenme', en: 'Added' },
  noCatalogue: { tr: 'Katalogda henüz makine yok', en: 'No machines in the catalogue yet' },
  noCatalogueHint: {
    tr: 'Ürettiğiniz ya da sattığınız modelleri ekleyin; kılavuzlarını yükler, firmalara atarsınız.',
    en: 'Add the models that you make or sell; then upload their manuals and assign them to companies.',
  },
  noCatalogueToAssign: { tr: 'Bir makineyi atamak için önce kataloğa ekleyin.', en: 'To assign a machine, first add it to the catalogue.' },
  toCatalogue: { tr: 'Kataloğa git', en: 'Go to the catalogue' },
  add: { tr: 'Makine ekle', en: 'Add machine' },
  added: { tr: 'Makine eklendi.', en: 'Machine added.' },
  edit: { tr: 'Makineyi düzenle', en: 'Edit machine' },
  delete: { tr: 'Makineyi sil', en: 'Delete machine' },
  askDelete: { tr: 'Makine silinsin mi?', en: 'Delete this machine?' },
  deleteAbout: {
    tr: 'Genel dosyalarıyla birlikte katalogdan silinir. Bu işlem geri alınamaz.',
    en: 'It is deleted from the catalogue with its general files. This cannot be undone.',
  },
  missing: { tr: 'Makine bulunamadı', en: 'Machine not found' },
  missingHint: {
    tr: 'Bu adreste bir makine yok; silinmiş ya da ataması kaldırılmış olabilir.',
    en: 'There is no machine at this address; it may have been deleted, or its assignment removed.',
  },
  toMachines: { tr: 'Makinelere dön', en: 'Back to the machines' },

  serialNumber: { tr: 'Seri no', en: 'Serial number' },
  dateOfPurchase: { tr: 'Satın alma', en: 'Purchased' },
  warranty: { tr: 'Garanti', en: 'Warranty' },
  notes: { tr: 'Notlar', en: 'Notes' },
  notesHint: { tr: 'Müşteri de görür.', en: 'The customer sees this too.' },
  facts: { tr: 'Makine bilgileri', en: 'About this machine' },
  noMachines: { tr: 'Henüz makine yok', en: 'No machines yet' },
  noMachinesYours: {
    tr: 'Bu firmanın satın aldığı makineleri katalogdan seçip atayın; ancak o zaman talep açabilir.',
    en: 'Assign the machines this company has bought, from the catalogue; only then can it open tickets.',
  },
  noMachinesTeam: { tr: 'Bu firmaya atanan makineler burada görünür.', en: 'Machines assigned to this company appear here.' },
  noMachinesAccount: {
    tr: 'Makineleriniz burada görünür. Eksik olan varsa satıcınıza başvurun.',
    en: 'Your machines appear here. If one is missing, ask your vendor to add it.',
  },
  assign: { tr: 'Makine ata', en: 'Assign machine' },
  assigned: { tr: 'Makine atandı.', en: 'Machine assigned.' },
  choose: { tr: 'Makine seçin', en: 'Choose a machine' },
  purchaseDay: { tr: 'Satın alma tarihi', en: 'Purchase date' },
  warrantyDay: { tr: 'Garanti bitiş tarihi', en: 'Warranty end date' },
  warrantyHint: {
    tr: 'Satın almadan bir yıl sonrası yazılır; değiştirebilirsiniz.',
    en: 'Filled in as one year after the purchase; you can change it.',
  },
  editOf: { tr: (name: string) => `Düzenle: ${name}`, en: (name: string) => `Edit ${name}` },
  editFacts: { tr: 'Bilgileri düzenle', en: 'Edit details' },
  unassign: { tr: 'Atamayı kaldır', en: 'Remove assignment' },
  unassignOf: { tr: (name: string) => `Atamayı kaldır: ${name}`, en: (name: string) => `Remove the assignment of ${name}` },
  askUnassign: { tr: 'Atama kaldırılsın mı?', en: 'Remove this assignment?' },
  unassignAbout: {
    tr: 'Firma bu makineyi ve genel dosyalarını artık görmez, yeni talep açamaz. Makinenin özel dosyaları silinir; eski talepleri kalır.',
    en: 'The company no longer sees this machine and its general files, and opens no new tickets for it. Its private files are deleted; its old tickets stay.',
  },
  manageGeneral: { tr: 'Genel dosyaları yönet', en: 'Manage general files' },
})(language)
