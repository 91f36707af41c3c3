import { type Conversation, type Login, sha256 } from './manifest.ts'

// Fills a release with data before its archive is made, by
// plain HTTP calls: the contract of a later version may differ.

type Json = Record<string, unknown>
const demo = { domain: 'localhost', password: 'Demo1234' }
export const second = {
  domain: 'ikinci.localhost',
  name: 'İkinci Satıcı',
  email: 'kurucu@ikinci.test',
  password: 'Örs ve çekiç 1453',
}

export async function fill(
  url: string,
  activationLink: string,
): Promise<{ logins: Login[]; conversation: Conversation }> {
  const at = (domain: string, token?: string) => (method: string, path: string, body?: Json) =>
    call(`${url}/api/v1/domain/${domain}${path}`, method, body, token)
  const signIn = async ({ domain, email, password }: Omit<Login, 'sees'>) =>
    at(domain, String((await at(domain)('POST', '/user/login', { email, password })).token))
  const customer = await signIn({ ...demo, email: 'customer@demo.test' })
  const staff = await signIn({ ...demo, email: 'staff@demo.test' })
  const admin = await signIn({ ...demo, email: 'admin@demo.test' })

  async function uploadFile(by: typeof customer, fileName: string, bytes: Buffer) {
    const slot = await by('PUT', '/file', {
      fileName,
      fileSize: bytes.length,
      fileType: 'text/plain',
    })
    const put = await fetch(String(slot.url).replace(/^https?:\/\/[^/]+/, url), {
      method: 'PUT',
      body: new Uint8Array(bytes),
    })
    if (!put.ok) throw new Error(`the upload of ${fileName}: ${put.status} ${await put.text()}`)
    return String(slot.id)
  }

  // An answered ticket with a file, a closed ticket, and an unfinished upload.
  const [account] = (await customer('GET', '/account/list')).accounts as Json[]
  const [machine] = (await customer('GET', `/account/${account?._id}/machine`)).machines as Json[]
  const bytes = Buffer.from('08:00 71 °C\n08:10 84 °C\nİ ı ş ğ\n'.repeat(40))
  const file = await uploadFile(customer, 'sıcaklık ölçümü.txt', bytes)
  await customer('POST', `/file/${file}`)
  const title = 'Şanzıman ısınıyor, İstanbul hattı'
  const messages = ['Yağ sıcaklığı 84 °C. 🛠️', 'Soğutucunun süzgecini temizleyin.']
  const opened = await customer('POST', `/account/${account?._id}/ticket`, {
    title,
    machine: machine?._id,
    message: messages[0],
    files: [file],
  })
  await staff('POST', `/staff/ticket/${opened._id}/message`, { contents: messages[1], files: [] })
  const other = await customer('POST', `/account/${account?._id}/ticket`, {
    title: 'Kapandı',
    machine: machine?._id,
    message: 'Çözüldü.',
  })
  const colleague = await staff('GET', '/user/me')
  await staff('POST', `/staff/ticket/${opened._id}`, { assignee: colleague._id })
  const topic = await admin('POST', '/admin/topic', { name: 'Soğutma' })
  await staff('POST', `/staff/ticket/${opened._id}`, { addTopics: [topic._id] })
  await staff('POST', `/staff/ticket/${opened._id}/note`, {
    contents: 'Süzgeç stokta yok, Işıl sipariş versin.',
    mentions: [colleague._id],
  })
  await staff('POST', `/staff/ticket/${other._id}`, { status: 'closed' })
  await customer('PUT', '/file', { fileName: 'yarım.mp4', fileSize: 5_000, fileType: 'video/mp4' })

  // A company with an invited user and a machine with both
  // kinds of files, a deleted company, and a refused call.
  const company = await admin('POST', '/admin/company', {
    name: 'Iğdır Döküm',
    dateSupportEnd: '2028-02-29',
  })
  const path = `/admin/company/${company._id}`
  await admin('POST', `${path}/user`, {
    email: 'davetli@igdir.test',
    name: 'Işık',
    surname: 'Çağlar',
    phone: '+90 476 000 00 00',
  })
  const model = await admin('POST', '/admin/machine', {
    name: 'İndüksiyon ocağı',
    sku: 'IO-90',
    description: 'Şarj: 500 kg',
  })
  const assigned = await admin('POST', `${path}/machine`, {
    machine: model._id,
    serialNumber: 'IO-90-7',
    dateOfPurchase: '2026-02-28',
    notes: 'İkinci el',
  })
  await admin('POST', `/admin/machine/${model._id}/file`, {
    file: await uploadFile(admin, 'kılavuz.txt', Buffer.from('Önce okuyun.')),
  })
  await admin('POST', `${path}/machine/${assigned._id}/customFile`, {
    file: await uploadFile(admin, 'şema.txt', Buffer.from('L1 L2 L3')),
  })
  const gone = await admin('POST', '/admin/company', { name: 'Kapanan Firma' })
  await admin('DELETE', `/admin/company/${gone._id}`)
  await admin('POST', '/admin/team', {
    email: 'yeni@demo.test',
    name: 'Yeni',
    surname: 'Kişi',
    role: 'staff',
  })
  await staff('GET', '/admin/company/list').catch(() => {})

  const link = new URL(activationLink).searchParams
  const { domain, email, password } = second
  await at(domain)('POST', '/user/activate', { token: link.get('token'), email, password })
  const founder = await signIn(second)
  await founder('POST', '/admin/company', { name: 'Yalnız İkincinin' })

  return {
    logins: [
      { ...demo, email: 'customer@demo.test', sees: `/account/${account?._id}/ticket` },
      { ...demo, email: 'staff@demo.test', sees: '/staff/ticket' },
      { ...demo, email: 'admin@demo.test', sees: '/admin/audit' },
      { domain, email, password, sees: '/admin/company/list' },
    ],
    conversation: {
      ticket: `/account/${account?._id}/ticket/${opened._id}`,
      search: 'SANZIMAN ISINIYOR',
      title,
      messages,
      file: sha256(bytes),
    },
  }
}

async function call(
  url: string,
  method: string,
  body: Json | undefined,
  token: string | undefined,
): Promise<Json> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const response = await fetch(url, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Json
}
