// Every page that anybody may see, and those of an account.
import { checkPagesOf } from './page-checks.ts'

checkPagesOf(['anybody', 'user'])
