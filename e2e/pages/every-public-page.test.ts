// Every page that anybody may see, and those of an account.
import { checkPages } from './page-checks.ts'

checkPages(['anybody', 'user'])
