// Samples in several languages become tabs that remember the reader's choice, and code gets a button that copies it.

const STORED = 'freehold.docs.language'

function readLanguage(): string | null {
  try {
    return localStorage.getItem(STORED)
  } catch {
    return null
  }
}

function keepLanguage(language: string): void {
  try {
    localStorage.setItem(STORED, language)
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

const getLanguage = (element: HTMLElement): string => element.dataset.language ?? ''

function chooseLanguage(page: Document, language: string): void {
  for (const group of page.querySelectorAll<HTMLElement>('[data-tabbed]')) {
    const figures = [...group.querySelectorAll<HTMLElement>('figure')]
    if (!figures.some((figure) => getLanguage(figure) === language)) continue
    for (const figure of figures) figure.hidden = getLanguage(figure) !== language
    for (const tab of group.querySelectorAll<HTMLElement>('[role=tab]')) {
      const isChosen = getLanguage(tab) === language
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
    }
  }
}

function addTabs(page: Document, group: HTMLElement): void {
  const figures = [...group.querySelectorAll<HTMLElement>('figure')]
  if (figures.length < 2) return
  group.dataset.tabbed = ''
  const tabs = page.createElement('div')
  tabs.className = 'docs-tabs'
  tabs.setAttribute('role', 'tablist')
  tabs.setAttribute('aria-label', 'Language')
  for (const figure of figures) {
    const tab = page.createElement('button')
    tab.type = 'button'
    tab.setAttribute('role', 'tab')
    tab.dataset.language = getLanguage(figure)
    tab.textContent = getLanguage(figure)
    tab.addEventListener('click', () => {
      keepLanguage(getLanguage(figure))
      chooseLanguage(page, getLanguage(figure))
    })
    tabs.append(tab)
  }
  tabs.addEventListener('keydown', (event) => moveBetweenTabs(tabs, event))
  group.prepend(tabs)
}

function moveBetweenTabs(tabs: HTMLElement, event: KeyboardEvent): void {
  const all = [...tabs.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = all.indexOf(event.target as HTMLElement)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || at < 0) return
  event.preventDefault()
  const next = all[(at + step + all.length) % all.length]
  next?.click()
  next?.focus()
}

function addCopyButton(page: Document, code: HTMLElement): void {
  const button = page.createElement('button')
  button.type = 'button'
  button.className = 'docs-copy'
  button.textContent = 'Copy'
  const copy = async () => {
    await navigator.clipboard.writeText(code.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  }
  button.addEventListener('click', () => void copy())
  const place = page.createElement('div')
  place.className = 'docs-code'
  code.replaceWith(place)
  place.append(code, button)
}

export function enhanceSamples(page: Document): void {
  for (const code of page.querySelectorAll<HTMLElement>('.docs-sample pre, .docs-guide pre')) addCopyButton(page, code)
  for (const group of page.querySelectorAll<HTMLElement>('[data-samples]')) addTabs(page, group)
  chooseLanguage(page, readLanguage() ?? 'curl')
}
