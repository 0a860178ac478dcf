// What the browser tests use of browser.mjs.
export function ensureBrowser(): Promise<string>
