// A page with one task: a short text and one or two plain forms. Links in messages lead to pages of this kind.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export type StepField = {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autoComplete: string
  hint?: string
  value?: string
  minLength?: number
}

export type StepForm = {
  action: string
  /** Above the form, where a page has several. */
  heading?: string
  text?: string
  hidden?: Readonly<Record<string, string>>
  fields: readonly StepField[]
  submit: string
  /** Not the usual choice. */
  isSecond?: boolean
}

export type StepsProps = {
  heading: string
  texts: readonly string[]
  note: { tone: 'good' | 'bad'; text: string } | null
  forms: readonly StepForm[]
  link: { href: string; text: string } | null
}

export const title = ({ heading }: StepsProps): string => `${heading} · Freehold`

const Step = ({ form }: { form: StepForm }) => (
  <form method="post" action={form.action}>
    {form.heading ? <h2>{form.heading}</h2> : null}
    {form.text ? <p>{form.text}</p> : null}
    {Object.entries(form.hidden ?? {}).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {form.fields.map(({ value, ...field }) => (
      <TextField key={field.name} {...field} defaultValue={value} required />
    ))}
    <Button type="submit" wide kind={form.isSecond ? 'plain' : 'primary'}>
      {form.submit}
    </Button>
  </form>
)

export const Page = ({ props, context }: { props: StepsProps; context: PageContext }) => (
  <FormFrame context={context}>
    <Panel raised>
      <h1>{props.heading}</h1>
      {props.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {props.note ? <Notice tone={props.note.tone}>{props.note.text}</Notice> : null}
      {props.forms[0] ? <Step form={props.forms[0]} /> : null}
      {props.link ? (
        <p>
          <LinkButton kind="plain" wide href={props.link.href}>
            {props.link.text}
          </LinkButton>
        </p>
      ) : null}
    </Panel>
    {props.forms.slice(1).map((form) => (
      <Panel key={form.submit}>
        <Step form={form} />
      </Panel>
    ))}
  </FormFrame>
)
