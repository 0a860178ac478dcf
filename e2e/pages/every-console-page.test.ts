// Every page of the operators' console.
import { checkPagesOf } from './page-checks.ts'

checkPagesOf(['operator'])
