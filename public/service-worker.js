// What an installed portal needs beside its pages: something to show without a network, and a place for what another app shares.
// It keeps no page and no answer of the portal, and leaves everything but pages alone. Without a network a partner's leads can be
// added all the same: form and texts are what its own form has left on the device (leads/pages/web/queue/offline-form.ts).
const shareAddress = '/dashboard/share'

const words = {
  fr: {
    title: 'Hors ligne',
    heading: 'Vous êtes hors ligne',
    text: 'Le portail ne répond pas. Vérifiez votre connexion, puis réessayez.',
    retry: 'Réessayer',
  },
  en: {
    title: 'Offline',
    heading: 'You are offline',
    text: 'The portal does not answer. Check your connection, then try again.',
    retry: 'Try again',
  },
}
// The page that registers the worker names its language.
const asked = new URL(location.href).searchParams.get('lang')
const lang = asked in words ? asked : 'fr'
const { title, heading, text, retry } = words[lang]

/** Shows the leads of whoever is signed in that wait on this device, and a form for another one. A sign-out removes what it reads. */
function showLeads(main) {
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name))
    } catch {
      // Storage is forbidden, or another version wrote it.
      return null
    }
  }
  const kept = read('passerelle.offline-lead-form')
  if (!kept) return
  const { lang, queue, blank, fields, offers, texts } = kept
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties)
    element.append(...children)
    return element
  }
  const list = make('ul')
  const heading = make('h2', { textContent: texts.waiting })
  const showWaiting = () => {
    const leads = Object.keys(localStorage)
      .filter((name) => name.startsWith(`${queue} `))
      .flatMap((name) => read(name) ?? [])
      .sort((one, other) => one.filledAt - other.filledAt)
    heading.hidden = leads.length === 0
    list.replaceChildren(
      ...leads.map(({ input, problem }) =>
        make('li', {}, input.company || input.name, make('small', { textContent: problem ? problem.text : texts.waits })),
      ),
    )
  }
  const types = { email: 'email', phone: 'tel', link: 'url', amount: 'number' }
  const inputs = fields.map(({ name, label, kind, required }) => {
    const own = { name, required, ...(kind === 'amount' ? { min: 0, step: 'any' } : {}) }
    const options = [['', ''], ...offers].map(([value, text]) => make('option', { value, textContent: text }))
    const input = kind === 'offer' ? make('select', own, ...options) : make('input', { type: types[kind] ?? 'text', ...own })
    return make('label', {}, label + (required ? ' *' : ''), input)
  })
  const form = make('form', {}, ...inputs, make('button', { textContent: texts.add }))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const input = { ...blank.input }
    for (const { name, kind } of fields) {
      const value = form.elements[name].value.trim()
      if (value !== '') input[name] = kind === 'amount' ? Math.round(Number(value) * 100) : value
    }
    const key = crypto.randomUUID()
    try {
      localStorage.setItem(`${queue} ${key}`, JSON.stringify({ ...blank, key, input, filledAt: Date.now() }))
    } catch {
      alert(texts.failed)
      return
    }
    form.reset()
    showWaiting()
  })
  showWaiting()
  main.append(make('section', { lang }, heading, list, make('h2', { textContent: texts.title }), form))
}

const offlinePage = (nonce) => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: #faf9f6; color: #1c1b19; --button: #1f4d3f }
@media (prefers-color-scheme: dark) { :root { background: #121212; color: #eceae4; --button: #33614f } }
body { display: grid; place-content: center; justify-items: center; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box;
  text-align: center }
h1 { margin: 0 0 8px; font: 500 28px/1.2 Georgia, serif }
p { max-width: 34ch; margin: 0 0 24px }
a, button { padding: 10px 20px; border: 0; border-radius: 8px; background: var(--button); color: #fff; font: inherit; font-weight: 600;
  text-decoration: none }
section { width: min(100vw - 48px, 420px); margin-top: 40px; text-align: start }
h2 { margin: 0 0 12px; font-size: 18px }
ul { margin: 0 0 32px; padding: 0; list-style: none }
li { padding: 10px 0; border-bottom: 1px solid #8886; overflow-wrap: anywhere }
small { display: block; opacity: .8 }
label { display: block; margin-bottom: 16px }
input, select { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid #888; border-radius: 8px;
  font: inherit }
</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${text}</p>
<a href="">${retry}</a>
</main>
<script nonce="${nonce}">
// Comes back by itself: at once when the device has a network again, else when the portal answers.
const isTyped = () => [...document.querySelectorAll('input')].some(({ value }) => value !== '')
const comeBack = () => isTyped() || location.reload()
addEventListener('online', comeBack)
async function look() {
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.ok) comeBack()
  setTimeout(look, 5000)
}
setTimeout(look, 5000)
${showLeads}
showLeads(document.querySelector('main'))
</script>
</body>
</html>`

const offlineHeaders = (nonce) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; ` +
    "frame-ancestors 'none'",
  'cache-control': 'no-store',
})

addEventListener('install', (event) => {
  skipWaiting()
  // Where a browser knows such routes, files and answers do not wait for the worker, which leaves them alone anyway.
  event.addRoutes?.(['/assets/*', '/api/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })))
})

// The page is asked for while the worker starts.
addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === shareAddress) event.respondWith(keepShared(request))
  else if (request.mode === 'navigate' && request.method === 'GET' && !pathname.startsWith('/api/'))
    event.respondWith(page(event))
})

async function page({ request, preloadResponse }) {
  try {
    const preloaded = await preloadResponse
    // In Firefox a preload that fails is answered by an error instead of being rejected.
    return preloaded && preloaded.type !== 'error' ? preloaded : await fetch(request)
  } catch {
    const nonce = crypto.randomUUID()
    return new Response(offlinePage(nonce), { status: 503, headers: offlineHeaders(nonce) })
  }
}

// In the browser alone and in no address: the lead form takes it from there, also after a sign-in (leads/form/shared-contact.ts).
async function keepShared(request) {
  const cache = await caches.open('passerelle.shared')
  await cache.put(shareAddress, new Response(await request.formData(), { headers: { date: new Date().toUTCString() } }))
  return Response.redirect(shareAddress, 303)
}
