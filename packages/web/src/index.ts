// What the server uses of the pages: to render one, and the folder of the browser's files.
export { CLIENT_FOLDER } from './assets.ts'
export type { PageContext, Person } from './context.ts'
export { type DocumentOptions, renderPage } from './document.tsx'
export type { PageName, PropsOf } from './pages/pages.ts'
