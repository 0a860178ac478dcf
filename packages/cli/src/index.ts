// Exports the CLI as a function, for the executable and for tests.
export { main } from './main.ts'
