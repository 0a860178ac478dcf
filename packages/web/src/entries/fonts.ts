// Brings the fonts into the build; documents have their rules in the head.
import '../styles/fonts.css'
