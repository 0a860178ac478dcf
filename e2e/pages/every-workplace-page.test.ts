// Every page of the partners' portal and of the operators' console.
import { checkPagesOf } from './page-checks.ts'

checkPagesOf(['portal', 'operator'])
