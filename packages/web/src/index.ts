// What the server uses of the pages: to render one, to escape text, and the folder of the browser's files.
export { CLIENT_FOLDER } from './assets.ts'
export type { PageContext, Person } from './context.ts'
export { type DocumentOptions, escapeHtml, renderPage } from './document.tsx'
export type { FieldView, OperationView, SampleView } from './features/docs/views.ts'
export type { NavGroup } from './frames/docs-frame.tsx'
export type { PageName, PropsOf } from './pages/pages.ts'
export type { SearchEntry } from './ui/search-docs.ts'
