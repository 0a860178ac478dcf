// The command as a function, for its own executable and for tests.
export { main } from './main.ts'
