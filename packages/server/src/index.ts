// The package's door: the command line of the service.
export { main } from './main.ts'
