// Every page of the partners' portal.
import { checkPagesOf } from './page-checks.ts'

checkPagesOf(['portal'])
