import { messages } from '#contract/messages.ts'
import { language } from '../browser/language.ts'

export const companyMessages = messages({
  companies: { tr: 'Firmalar', en: 'Companies' },
  company: { tr: 'Firma', en: 'Company' },
  accounts: { tr: 'Hesaplar', en: 'Accounts' },
  name: { tr: 'Firma adı', en: 'Company name' },
  account: { tr: 'Hesap', en: 'Account' },
  dateAdded: { tr: 'Eklenme', en: 'Added' },
  startDate: { tr: 'Başlangıç', en: 'Since' },
  supportEnd: { tr: 'Destek', en: 'Support' },
  machines: { tr: 'Makineler', en: 'Machines' },
  department: { tr: 'Bölüm', en: 'Department' },
  position: { tr: 'Görev', en: 'Position' },
  noCompanies: { tr: 'Henüz firma yok', en: 'No companies yet' },
  noCompaniesHint: { tr: 'Makine sattığınız firmalar burada görünür.', en: 'The companies you sell machines to appear here.' },
  noCompaniesYours: {
    tr: 'Makine sattığınız ilk firmayı ekleyin; makinelerini ve kullanıcılarını sonra tanımlarsınız.',
    en: 'Add the first company you sell machines to; its machines and users come next.',
  },
  add: { tr: 'Firma ekle', en: 'Add company' },
  added: { tr: 'Firma eklendi.', en: 'Company added.' },
  edit: { tr: 'Firmayı düzenle', en: 'Edit company' },
  save: { tr: 'Değişiklikleri kaydet', en: 'Save changes' },
  supportEndDay: { tr: 'Destek bitiş tarihi', en: 'Support end date' },
  supportEndHint: { tr: 'Boş bırakırsanız desteğin bitiş tarihi olmaz.', en: 'Leave it empty for support without an end.' },
  remove: { tr: 'Firmayı sil', en: 'Delete company' },
  askRemove: { tr: 'Firma silinsin mi?', en: 'Delete this company?' },
  removeAbout: {
    tr: (machines: string) =>
      `${machines === '0' ? 'Dosyaları ve talepleri' : `${machines} makinesiyle birlikte dosyaları ve talepleri de`} artık görünmez; kullanıcıları bu firmaya erişemez. Bu işlem geri alınamaz.`,
    en: (machines: string) =>
      `${machines === '0' ? 'Its' : machines === '1' ? 'Its 1 machine,' : `Its ${machines} machines,`} files and tickets will no longer be seen, and its users lose their access to it. This cannot be undone.`,
  },
  noAccounts: { tr: 'Henüz bir hesaba bağlı değilsiniz', en: 'You do not belong to an account yet' },
  noAccountsHint: {
    tr: 'Bir firma sizi davet ettiğinde hesabı burada görünür.',
    en: 'When a company invites you, its account appears here.',
  },
  missing: { tr: 'Firma bulunamadı', en: 'Company not found' },
  missingHint: { tr: 'Bu adreste bir firma yok; silinmiş olabilir.', en: 'There is no company at this address; it may have been removed.' },
  toCompanies: { tr: 'Firmalara dön', en: 'Back to the companies' },
  accountMissing: { tr: 'Hesap bulunamadı', en: 'Account not found' },
  accountMissingHint: {
    tr: 'Bu adreste size ait bir hesap yok; erişiminiz kaldırılmış olabilir.',
    en: 'No account of yours is at this address; your access may have been removed.',
  },
  toAccounts: { tr: 'Hesaplara dön', en: 'Back to the accounts' },
  tickets: { tr: 'Talepler', en: 'Tickets' },
  openTickets: {
    tr: (count: string) => `${count} açık talep`,
    en: (count: string) => (count === '1' ? '1 open ticket' : `${count} open tickets`),
  },
})(language)
