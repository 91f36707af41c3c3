// Runs in the server's sign-in page while the app's code is loading, inlined by
// web/vite/buildSignInPage.ts: shows the form that the build has rendered in
// the page's language, and keeps what the visitor presses for `earlyForm.ts`.

{
  const root = document.getElementById('root')
  const query = new URLSearchParams(location.search)

  function readLanguage(): string | null {
    try {
      // A session goes on to another page, and the notice that one has ended is above the form.
      if (localStorage.getItem('token') || query.has('ended')) return null
      return document.documentElement.lang
    } catch {
      return null // the app says above the form that the browser stores nothing
    }
  }

  const language = readLanguage()
  const template = document.querySelector<HTMLTemplateElement>(`template[lang=${language}]`)
  if (root && language && template) {
    const early = document.createElement('div')
    early.id = 'early'
    early.append(template.content)
    const title = early.querySelector('title')
    document.title = title?.textContent ?? ''
    title?.remove()
    root.before(early)
    root.hidden = true

    const [email, password] = early.querySelectorAll<HTMLInputElement>('form input')
    const submit = early.querySelector('[type=submit]')
    const busy = early.querySelector('template')?.content.querySelector('button')
    if (email && password && submit && busy) listen(early, email, password, submit, busy)
  }

  function listen(
    early: HTMLElement,
    email: HTMLInputElement,
    password: HTMLInputElement,
    submit: Element,
    busy: Element,
  ) {
    const idle = submit.cloneNode(true) as Element
    function show(state: Element) {
      submit.removeAttribute('aria-disabled')
      for (const { name, value } of state.attributes) submit.setAttribute(name, value)
      submit.replaceChildren(...state.cloneNode(true).childNodes)
    }
    email.type = 'text' // the caret of one of type email cannot be read
    email.value = query.get('mail') ?? ''
    early.addEventListener('submit', event => {
      event.preventDefault()
      const empty = [email, password].find(({ value }) => !value)
      if (empty) empty.focus()
      else show(busy)
    })
    early.addEventListener('input', () => show(idle))
    early.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest('button[aria-pressed]')
      if (!button) return
      const isPressed = button.getAttribute('aria-pressed') !== 'true'
      if (button.hasAttribute('lang'))
        for (const each of early.querySelectorAll('button[lang]'))
          each.setAttribute('aria-pressed', String(each === button))
      else button.setAttribute('aria-pressed', String(isPressed))
      if (early.querySelector('form')?.contains(button))
        password.type = isPressed ? 'text' : 'password'
    })
  }
}
