import type { secondFactorMessages as tr } from '../tr/second-factor.ts'

export const secondFactorMessages: typeof tr = {
  title: 'Two-step sign-in',
  about:
    'Signing in also takes a code of the authenticator app on your phone, so that nobody gets in who only learns your password.',
  on: 'On',
  off: 'Off',
  codesLeft: count => `Recovery codes left: ${count}`,
  fewCodes: 'Make new ones soon.',
  requiredHere: 'It is required for your account, so it cannot be turned off.',
  turnOn: 'Turn on two-step sign-in',
  turnOff: 'Turn off two-step sign-in',
  renew: 'New recovery codes',
  renewAbout: 'All earlier codes stop working.',
  passwordAgain: 'Your password',
  passwordWhy: 'So that nobody who finds your screen open can do this.',
  othersEnd:
    'The moment it is on you are signed out on your other devices, and sign in there again with a code.',
  goOn: 'Go on',
  anyCode: 'A code of the app, or a recovery code',

  scan: 'Scan this QR code with the authenticator app on your phone (Google Authenticator, Microsoft Authenticator, 1Password and the like).',
  qr: 'QR code for the authenticator app',
  typeIt: 'If you cannot scan it, type this key into the app:',
  openApp: 'If the app is on this phone: open it there',
  thenCode: 'The 6-digit code that the app shows',
  confirm: 'Check the code and turn on',

  codesTitle: 'Your recovery codes',
  codesAbout:
    'You sign in with these when you do not have your phone; each works once. They are not shown again, so keep them somewhere safe now.',
  codesOf: (portal, email, date) =>
    `Recovery codes\nPortal: ${portal}\nAccount: ${email}\nDate: ${date}\nEach code works once.`,
  download: 'Download as a file',
  file: 'recovery-codes.txt',
  saved: 'I have saved them',
  turnedOn: 'Two-step sign-in is on.',

  unseenCodes:
    'Two-step sign-in is on. If you have not seen your recovery codes, make new ones now.',
  unseenAtSignIn:
    'Two-step sign-in is on; sign in with the next code that the app shows. If you have not seen your recovery codes, make new ones on your account security page afterwards.',

  stepTitle: 'Sign-in code',
  stepAbout: 'Enter the 6-digit code that your authenticator app shows.',
  recoveryAbout: 'Enter one of the recovery codes that you have saved. It works once.',
  code: 'Code',
  recoveryCode: 'Recovery code',
  signIn: 'Sign in',
  useRecovery: 'I do not have my phone: use a recovery code',
  useApp: 'Use the code of the app',
  again: 'Begin again',
  enrolAbout: 'Two-step sign-in is required for your account. Set it up once, and go on.',

  required: 'Required',
  notRequired: 'Not required',
  ownFirst: 'Turn it on for your own account to require it of the team',
  require: 'Require two-step sign-in',
  askRequire: 'Require two-step sign-in of the team?',
  requireAbout:
    'Whoever has not turned it on is signed out at once, and sets it up at the next sign-in. Customers are not affected.',
  release: 'Stop requiring two-step sign-in',
  askRelease: 'Stop requiring two-step sign-in?',
  releaseAbout: 'It stays on for those who have it; each of them may turn it off.',
  reset: 'Reset two-step sign-in',
  askReset: 'Reset their two-step sign-in?',
  resetAbout:
    'For someone who has lost their phone and recovery codes. Make sure that it is them: their sessions end, until they set it up again their password is enough, and we tell them by mail.',
}
