import { expect, test } from 'vitest'
import { foreignHost } from './hosts.ts'

// Security: P7
test.each([
  ['https://destek.ornek.com/a', undefined],
  ['HTTPS://DESTEK.ORNEK.COM', undefined],
  ['https://destek.ornek.com:8443/a', 'destek.ornek.com:8443'],
  ['https://destek.ornek.com@evil.test/a', 'evil.test'],
  ['https://destek.ornek.com:pw@evil.test', 'evil.test'],
  ['https://destek.ornek.com.evil.test/destek.ornek.com', 'destek.ornek.com.evil.test'],
  ['https://evil.test\\@destek.ornek.com', 'evil.test'],
  ['https://şişli.example/yağ', 'şişli.example'],
  ['https://destek.örnek.com', 'destek.örnek.com'],
  ['https://dеstеk.ornek.com', 'xn--dstk-v4dc.ornek.com'],
  ['https://mıcrosoft.com', 'xn--mcrosoft-tkb.com'],
  ['https://аррӏе.com', 'xn--80ak6aa92e.com'],
  ['https://evil.test。com', 'evil.test.com'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://[::1]:3000/', '[::1]:3000'],
])('%s leads to %s', (address, host) => {
  expect(foreignHost(address, 'destek.ornek.com')).toBe(host)
})
