// Results below the search field while one types. Without it the form leads to a page of results.
import { type SearchEntry, searchDocs } from '../ui/search-docs.ts'

const RESULTS_MAX = 8

let entries: Promise<SearchEntry[]> | undefined
function loadEntries(): Promise<SearchEntry[]> {
  entries ??= fetch('/docs/search.json')
    .then((response) => response.json() as Promise<SearchEntry[]>)
    .catch(() => {
      // The next key tries again; the form works all the same.
      entries = undefined
      return []
    })
  return entries
}

function optionFor(page: Document, { href, title, section }: SearchEntry, at: number): HTMLElement {
  const option = page.createElement('li')
  option.setAttribute('role', 'option')
  option.id = `docs-result-${at}`
  const link = page.createElement('a')
  link.href = href
  link.tabIndex = -1
  const place = page.createElement('span')
  place.textContent = section
  link.append(title, place)
  option.append(link)
  return option
}

export function enhanceSearch(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('[data-docs-search]')
  const input = form?.querySelector('input')
  if (!form || !input) return
  const list = page.createElement('ul')
  list.id = 'docs-results'
  list.className = 'docs-suggestions'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Results')
  list.hidden = true
  form.append(list)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-controls', list.id)
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-expanded', 'false')
  let chosen = -1

  function choose(next: number): void {
    const options = [...list.children] as HTMLElement[]
    chosen = next < 0 || options.length === 0 ? -1 : next % options.length
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === chosen))
    if (chosen >= 0) input?.setAttribute('aria-activedescendant', `docs-result-${chosen}`)
    else input?.removeAttribute('aria-activedescendant')
    options[chosen]?.scrollIntoView({ block: 'nearest' })
  }
  function show(isShown: boolean): void {
    list.hidden = !isShown
    input?.setAttribute('aria-expanded', String(isShown))
  }
  async function update(): Promise<void> {
    const found = searchDocs(await loadEntries(), input?.value ?? '', RESULTS_MAX)
    list.replaceChildren(...found.map((entry, at) => optionFor(page, entry, at)))
    choose(-1)
    show(found.length > 0)
  }
  input.addEventListener('focus', () => void loadEntries())
  input.addEventListener('input', () => void update())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      choose(event.key === 'ArrowDown' ? chosen + 1 : chosen <= 0 ? list.children.length - 1 : chosen - 1)
    }
    const link = list.children[chosen]?.querySelector('a')
    if (event.key === 'Enter' && link && !list.hidden) {
      event.preventDefault()
      show(false)
      link.click()
    }
  })
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget as Node | null)) show(false)
  })
  // A slash anywhere leads to the search, as readers of other documentation are used to.
  page.addEventListener('keydown', (event) => {
    const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return
    event.preventDefault()
    input.focus()
  })
}
