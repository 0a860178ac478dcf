// The example frames of RFC 5730 to 5733, 5910 and 3915, with the section each is from. Envelopes are written once.

export type RfcFrame = {
  source: string
  xml: string
  /** Parts that we read and do not keep, so that we cannot write them again: texts of statuses, languages, policies. */
  isLossy?: boolean
}

const EPP = 'urn:ietf:params:xml:ns:epp-1.0'
const D = 'xmlns:domain="urn:ietf:params:xml:ns:domain-1.0"'
const C = 'xmlns:contact="urn:ietf:params:xml:ns:contact-1.0"'
const H = 'xmlns:host="urn:ietf:params:xml:ns:host-1.0"'
const S = 'xmlns:secDNS="urn:ietf:params:xml:ns:secDNS-1.1"'
const R = 'xmlns:rgp="urn:ietf:params:xml:ns:rgp-1.0"'

const epp = (inside: string) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<epp xmlns="${EPP}">
  ${inside}
</epp>
`
const command = (inside: string, extension = '') =>
  epp(`<command>
    ${inside}
    ${extension && `<extension>${extension}</extension>`}
    <clTRID>ABC-12345</clTRID>
  </command>`)
const respond = (code: number, message: string, inside = '', trid = '54322-XYZ') =>
  epp(`<response>
    <result code="${code}"><msg>${message}</msg></result>
    ${inside}
    <trID><clTRID>ABC-12345</clTRID><svTRID>${trid}</svTRID></trID>
  </response>`)
const DONE = 'Command completed successfully'
const PENDING = 'Command completed successfully; action pending'
const data = (inside: string, extension = '') =>
  `<resData>${inside}</resData>${extension && `<extension>${extension}</extension>`}`

const RFC_5730: RfcFrame[] = [
  { source: 'RFC 5730 §2.3 hello', xml: epp('<hello/>') },
  {
    source: 'RFC 5730 §2.4 greeting',
    isLossy: true,
    xml: epp(`<greeting>
    <svID>Example EPP server epp.example.com</svID>
    <svDate>2000-06-08T22:00:00.0Z</svDate>
    <svcMenu>
      <version>1.0</version>
      <lang>en</lang>
      <lang>fr</lang>
      <objURI>urn:ietf:params:xml:ns:obj1</objURI>
      <objURI>urn:ietf:params:xml:ns:obj2</objURI>
      <objURI>urn:ietf:params:xml:ns:obj3</objURI>
      <svcExtension>
        <extURI>http://custom/obj1ext-1.0</extURI>
      </svcExtension>
    </svcMenu>
    <dcp>
      <access><all/></access>
      <statement>
        <purpose><admin/><prov/></purpose>
        <recipient><ours/><public/></recipient>
        <retention><stated/></retention>
      </statement>
    </dcp>
  </greeting>`),
  },
  {
    source: 'RFC 5730 §2.9.1.1 login',
    xml: command(`<login>
      <clID>ClientX</clID>
      <pw>foo-BAR2</pw>
      <newPW>bar-FOO2</newPW>
      <options><version>1.0</version><lang>en</lang></options>
      <svcs>
        <objURI>urn:ietf:params:xml:ns:obj1</objURI>
        <objURI>urn:ietf:params:xml:ns:obj2</objURI>
        <objURI>urn:ietf:params:xml:ns:obj3</objURI>
        <svcExtension><extURI>http://custom/obj1ext-1.0</extURI></svcExtension>
      </svcs>
    </login>`),
  },
  { source: 'RFC 5730 §2.9.1.1 login response', xml: respond(1000, DONE, '', '54321-XYZ') },
  { source: 'RFC 5730 §2.9.1.2 logout', xml: command('<logout/>') },
  {
    source: 'RFC 5730 §2.9.1.2 logout response',
    xml: respond(1500, 'Command completed successfully; ending session', '', '54321-XYZ'),
  },
  { source: 'RFC 5730 §2.9.2.3 poll request', xml: command('<poll op="req"/>') },
  {
    source: 'RFC 5730 §2.9.2.3 poll response with a message that is not of an object',
    isLossy: true,
    xml: respond(
      1301,
      'Command completed successfully; ack to dequeue',
      `<msgQ count="4" id="12346">
        <qDate>2000-06-08T22:10:00.0Z</qDate>
        <msg lang="en">Credit balance low.<limit>100</limit><bal>5</bal></msg>
      </msgQ>`,
      '54321-XYZ',
    ),
  },
  { source: 'RFC 5730 §2.9.2.3 poll acknowledgment', xml: command('<poll op="ack" msgID="12345"/>') },
  {
    source: 'RFC 5730 §2.9.2.3 poll acknowledgment response',
    xml: respond(1000, DONE, '<msgQ count="4" id="12346"/>', '54322-XYZ'),
  },
  {
    source: 'RFC 5730 §2.9.2.3 poll response without messages',
    xml: respond(1300, 'Command completed successfully; no messages', '', '54321-XYZ'),
  },
  {
    source: 'RFC 5730 §2.6 error response',
    isLossy: true,
    xml: epp(`<response>
    <result code="2004">
      <msg>Parameter value range error</msg>
      <value xmlns:obj="urn:ietf:params:xml:ns:obj"><obj:elem1>2525</obj:elem1></value>
    </result>
    <result code="2005">
      <msg>Parameter value syntax error</msg>
      <value xmlns:obj="urn:ietf:params:xml:ns:obj"><obj:elem2>ex(ample</obj:elem2></value>
      <extValue>
        <value xmlns:obj="urn:ietf:params:xml:ns:obj"><obj:elem3>abc.ex(ample</obj:elem3></value>
        <reason>Invalid character found.</reason>
      </extValue>
    </result>
    <trID><clTRID>ABC-12345</clTRID><svTRID>54321-XYZ</svTRID></trID>
  </response>`),
  },
]

const INFO = (rest: string) => `<domain:infData ${D}>
  <domain:name>example.com</domain:name>
  <domain:roid>EXAMPLE1-REP</domain:roid>
  ${rest}
</domain:infData>`
const INFO_FULL = INFO(`<domain:status s="ok"/>
  <domain:registrant>jd1234</domain:registrant>
  <domain:contact type="admin">sh8013</domain:contact>
  <domain:contact type="tech">sh8013</domain:contact>
  <domain:ns>
    <domain:hostObj>ns1.example.com</domain:hostObj>
    <domain:hostObj>ns1.example.net</domain:hostObj>
  </domain:ns>
  <domain:host>ns1.example.com</domain:host>
  <domain:host>ns2.example.com</domain:host>
  <domain:clID>ClientX</domain:clID>
  <domain:crID>ClientY</domain:crID>
  <domain:crDate>1999-04-03T22:00:00.0Z</domain:crDate>
  <domain:upID>ClientX</domain:upID>
  <domain:upDate>1999-12-03T09:00:00.0Z</domain:upDate>
  <domain:exDate>2005-04-03T22:00:00.0Z</domain:exDate>
  <domain:trDate>2000-04-08T09:00:00.0Z</domain:trDate>
  <domain:authInfo><domain:pw>2fooBAR</domain:pw></domain:authInfo>`)
const TRANSFER = `<domain:trnData ${D}>
  <domain:name>example.com</domain:name>
  <domain:trStatus>pending</domain:trStatus>
  <domain:reID>ClientX</domain:reID>
  <domain:reDate>2000-06-08T22:00:00.0Z</domain:reDate>
  <domain:acID>ClientY</domain:acID>
  <domain:acDate>2000-06-13T22:00:00.0Z</domain:acDate>
  <domain:exDate>2002-09-08T22:00:00.0Z</domain:exDate>
</domain:trnData>`
const CREATE = `<create><domain:create ${D}>
  <domain:name>example.com</domain:name>
  <domain:period unit="y">2</domain:period>
  <domain:ns>
    <domain:hostObj>ns1.example.net</domain:hostObj>
    <domain:hostObj>ns2.example.net</domain:hostObj>
  </domain:ns>
  <domain:registrant>jd1234</domain:registrant>
  <domain:contact type="admin">sh8013</domain:contact>
  <domain:contact type="tech">sh8013</domain:contact>
  <domain:authInfo><domain:pw>2fooBAR</domain:pw></domain:authInfo>
</domain:create></create>`
const UPDATE = `<update><domain:update ${D}><domain:name>example.com</domain:name></domain:update></update>`

const RFC_5731: RfcFrame[] = [
  {
    source: 'RFC 5731 §1.1 nameservers as attributes',
    xml: command(`<update><domain:update ${D}><domain:name>example.com</domain:name><domain:add><domain:ns>
      <domain:hostAttr>
        <domain:hostName>ns1.example.com</domain:hostName>
        <domain:hostAddr ip="v4">192.0.2.2</domain:hostAddr>
        <domain:hostAddr ip="v6">1080:0:0:0:8:800:200C:417A</domain:hostAddr>
      </domain:hostAttr>
    </domain:ns></domain:add></domain:update></update>`),
  },
  {
    source: 'RFC 5731 §3.1.1 check',
    xml: command(`<check><domain:check ${D}>
      <domain:name>example.com</domain:name>
      <domain:name>example.net</domain:name>
      <domain:name>example.org</domain:name>
    </domain:check></check>`),
  },
  {
    source: 'RFC 5731 §3.1.1 check response',
    xml: respond(
      1000,
      DONE,
      data(`<domain:chkData ${D}>
        <domain:cd><domain:name avail="1">example.com</domain:name></domain:cd>
        <domain:cd><domain:name avail="0">example.net</domain:name><domain:reason>In use</domain:reason></domain:cd>
        <domain:cd><domain:name avail="1">example.org</domain:name></domain:cd>
      </domain:chkData>`),
    ),
  },
  {
    source: 'RFC 5731 §3.1.2 info',
    xml: command(`<info><domain:info ${D}><domain:name hosts="all">example.com</domain:name></domain:info></info>`),
  },
  {
    source: 'RFC 5731 §3.1.2 info with authorization',
    xml: command(`<info><domain:info ${D}>
      <domain:name hosts="all">example.com</domain:name>
      <domain:authInfo><domain:pw>2fooBAR</domain:pw></domain:authInfo>
    </domain:info></info>`),
  },
  { source: 'RFC 5731 §3.1.2 info response', xml: respond(1000, DONE, data(INFO_FULL)) },
  {
    source: 'RFC 5731 §3.1.2 info response for a client without authorization',
    xml: respond(1000, DONE, data(INFO('<domain:clID>ClientX</domain:clID>'))),
  },
  {
    source: 'RFC 5731 §3.1.3 transfer query',
    xml: command(`<transfer op="query"><domain:transfer ${D}>
      <domain:name>example.com</domain:name>
      <domain:authInfo><domain:pw>2fooBAR</domain:pw></domain:authInfo>
    </domain:transfer></transfer>`),
  },
  { source: 'RFC 5731 §3.1.3 transfer query response', xml: respond(1000, DONE, data(TRANSFER)) },
  { source: 'RFC 5731 §3.2.1 create', xml: command(CREATE) },
  {
    source: 'RFC 5731 §3.2.1 create response',
    xml: respond(
      1000,
      DONE,
      data(`<domain:creData ${D}>
        <domain:name>example.com</domain:name>
        <domain:crDate>1999-04-03T22:00:00.0Z</domain:crDate>
        <domain:exDate>2001-04-03T22:00:00.0Z</domain:exDate>
      </domain:creData>`),
    ),
  },
  {
    source: 'RFC 5731 §3.2.2 delete',
    xml: command(`<delete><domain:delete ${D}><domain:name>example.com</domain:name></domain:delete></delete>`),
  },
  {
    source: 'RFC 5731 §3.2.3 renew',
    xml: command(`<renew><domain:renew ${D}>
      <domain:name>example.com</domain:name>
      <domain:curExpDate>2000-04-03</domain:curExpDate>
      <domain:period unit="y">5</domain:period>
    </domain:renew></renew>`),
  },
  {
    source: 'RFC 5731 §3.2.3 renew response',
    xml: respond(
      1000,
      DONE,
      data(`<domain:renData ${D}>
        <domain:name>example.com</domain:name>
        <domain:exDate>2005-04-03T22:00:00.0Z</domain:exDate>
      </domain:renData>`),
    ),
  },
  {
    source: 'RFC 5731 §3.2.4 transfer request',
    isLossy: true,
    xml: command(`<transfer op="request"><domain:transfer ${D}>
      <domain:name>example.com</domain:name>
      <domain:period unit="y">1</domain:period>
      <domain:authInfo><domain:pw roid="JD1234-REP">2fooBAR</domain:pw></domain:authInfo>
    </domain:transfer></transfer>`),
  },
  { source: 'RFC 5731 §3.2.4 transfer response', xml: respond(1001, PENDING, data(TRANSFER)) },
  {
    source: 'RFC 5731 §3.2.5 update',
    isLossy: true,
    xml: command(`<update><domain:update ${D}>
      <domain:name>example.com</domain:name>
      <domain:add>
        <domain:ns><domain:hostObj>ns2.example.com</domain:hostObj></domain:ns>
        <domain:contact type="tech">mak21</domain:contact>
        <domain:status s="clientHold" lang="en">Payment overdue.</domain:status>
      </domain:add>
      <domain:rem>
        <domain:ns><domain:hostObj>ns1.example.com</domain:hostObj></domain:ns>
        <domain:contact type="tech">sh8013</domain:contact>
        <domain:status s="clientUpdateProhibited"/>
      </domain:rem>
      <domain:chg>
        <domain:registrant>sh8013</domain:registrant>
        <domain:authInfo><domain:pw>2BARfoo</domain:pw></domain:authInfo>
      </domain:chg>
    </domain:update></update>`),
  },
  {
    source: 'RFC 5731 §3.3 offline review of a requested action',
    isLossy: true,
    xml: respond(
      1301,
      'Command completed successfully; ack to dequeue',
      `<msgQ count="5" id="12345">
        <qDate>1999-04-04T22:01:00.0Z</qDate>
        <msg>Pending action completed successfully.</msg>
      </msgQ>
      <resData><domain:panData ${D}>
        <domain:name paResult="1">example.com</domain:name>
        <domain:paTRID><clTRID>ABC-12345</clTRID><svTRID>54321-XYZ</svTRID></domain:paTRID>
        <domain:paDate>1999-04-04T22:00:00.0Z</domain:paDate>
      </domain:panData></resData>`,
      'BCD-23456',
    ),
  },
]

const RFC_5732: RfcFrame[] = [
  {
    source: 'RFC 5732 §3.1.1 check',
    xml: command(`<check><host:check ${H}>
      <host:name>ns1.example.com</host:name>
      <host:name>ns2.example.com</host:name>
      <host:name>ns3.example.com</host:name>
    </host:check></check>`),
  },
  {
    source: 'RFC 5732 §3.1.1 check response',
    xml: respond(
      1000,
      DONE,
      data(`<host:chkData ${H}>
        <host:cd><host:name avail="1">ns1.example.com</host:name></host:cd>
        <host:cd><host:name avail="0">ns2.example2.com</host:name><host:reason>In use</host:reason></host:cd>
        <host:cd><host:name avail="1">ns3.example3.com</host:name></host:cd>
      </host:chkData>`),
    ),
  },
  {
    source: 'RFC 5732 §3.1.2 info',
    xml: command(`<info><host:info ${H}><host:name>ns1.example.com</host:name></host:info></info>`),
  },
  {
    source: 'RFC 5732 §3.1.2 info response',
    xml: respond(
      1000,
      DONE,
      data(`<host:infData ${H}>
        <host:name>ns1.example.com</host:name>
        <host:roid>NS1_EXAMPLE1-REP</host:roid>
        <host:status s="linked"/>
        <host:status s="clientUpdateProhibited"/>
        <host:addr ip="v4">192.0.2.2</host:addr>
        <host:addr ip="v4">192.0.2.29</host:addr>
        <host:addr ip="v6">1080:0:0:0:8:800:200C:417A</host:addr>
        <host:clID>ClientY</host:clID>
        <host:crID>ClientX</host:crID>
        <host:crDate>1999-04-03T22:00:00.0Z</host:crDate>
        <host:upID>ClientX</host:upID>
        <host:upDate>1999-12-03T09:00:00.0Z</host:upDate>
        <host:trDate>2000-04-08T09:00:00.0Z</host:trDate>
      </host:infData>`),
    ),
  },
  {
    source: 'RFC 5732 §3.2.1 create',
    xml: command(`<create><host:create ${H}>
      <host:name>ns1.example.com</host:name>
      <host:addr ip="v4">192.0.2.2</host:addr>
      <host:addr ip="v4">192.0.2.29</host:addr>
      <host:addr ip="v6">1080:0:0:0:8:800:200C:417A</host:addr>
    </host:create></create>`),
  },
  {
    source: 'RFC 5732 §3.2.1 create response',
    xml: respond(
      1000,
      DONE,
      data(`<host:creData ${H}>
        <host:name>ns1.example.com</host:name>
        <host:crDate>1999-04-03T22:00:00.0Z</host:crDate>
      </host:creData>`),
    ),
  },
]

const REACH = `<contact:postalInfo type="int">
    <contact:name>John Doe</contact:name>
    <contact:org>Example Inc.</contact:org>
    <contact:addr>
      <contact:street>123 Example Dr.</contact:street>
      <contact:street>Suite 100</contact:street>
      <contact:city>Dulles</contact:city>
      <contact:sp>VA</contact:sp>
      <contact:pc>20166-6503</contact:pc>
      <contact:cc>US</contact:cc>
    </contact:addr>
  </contact:postalInfo>
  <contact:voice x="1234">+1.7035555555</contact:voice>
  <contact:fax>+1.7035555556</contact:fax>
  <contact:email>jdoe@example.com</contact:email>`
const HIDDEN = '<contact:disclose flag="0"><contact:voice/><contact:email/></contact:disclose>'
const CONTACT_CODE = '<contact:authInfo><contact:pw>2fooBAR</contact:pw></contact:authInfo>'

const RFC_5733: RfcFrame[] = [
  {
    source: 'RFC 5733 §3.1.1 check',
    xml: command(`<check><contact:check ${C}>
      <contact:id>sh8013</contact:id>
      <contact:id>sah8013</contact:id>
      <contact:id>8013sah</contact:id>
    </contact:check></check>`),
  },
  {
    source: 'RFC 5733 §3.1.1 check response',
    xml: respond(
      1000,
      DONE,
      data(`<contact:chkData ${C}>
        <contact:cd><contact:id avail="1">sh8013</contact:id></contact:cd>
        <contact:cd><contact:id avail="0">sah8013</contact:id><contact:reason>In use</contact:reason></contact:cd>
        <contact:cd><contact:id avail="1">8013sah</contact:id></contact:cd>
      </contact:chkData>`),
    ),
  },
  {
    source: 'RFC 5733 §3.1.2 info',
    xml: command(`<info><contact:info ${C}><contact:id>sh8013</contact:id>${CONTACT_CODE}</contact:info></info>`),
  },
  {
    source: 'RFC 5733 §3.1.2 info response',
    xml: respond(
      1000,
      DONE,
      data(`<contact:infData ${C}>
        <contact:id>sh8013</contact:id>
        <contact:roid>SH8013-REP</contact:roid>
        <contact:status s="linked"/>
        <contact:status s="clientDeleteProhibited"/>
        ${REACH}
        <contact:clID>ClientY</contact:clID>
        <contact:crID>ClientX</contact:crID>
        <contact:crDate>1999-04-03T22:00:00.0Z</contact:crDate>
        <contact:upID>ClientX</contact:upID>
        <contact:upDate>1999-12-03T09:00:00.0Z</contact:upDate>
        <contact:trDate>2000-04-08T09:00:00.0Z</contact:trDate>
        ${CONTACT_CODE}
        ${HIDDEN}
      </contact:infData>`),
    ),
  },
  {
    source: 'RFC 5733 §3.2.1 create',
    xml: command(`<create><contact:create ${C}>
      <contact:id>sh8013</contact:id>${REACH}${CONTACT_CODE}${HIDDEN}
    </contact:create></create>`),
  },
  {
    source: 'RFC 5733 §3.2.1 create response',
    xml: respond(
      1000,
      DONE,
      data(`<contact:creData ${C}>
        <contact:id>sh8013</contact:id>
        <contact:crDate>1999-04-03T22:00:00.0Z</contact:crDate>
      </contact:creData>`),
    ),
  },
]

const SIGNER = (tag: number, digest: string, key = '') => `<secDNS:dsData>
    <secDNS:keyTag>${tag}</secDNS:keyTag>
    <secDNS:alg>3</secDNS:alg>
    <secDNS:digestType>1</secDNS:digestType>
    <secDNS:digest>${digest}</secDNS:digest>
    ${key}
  </secDNS:dsData>`
const KEY = `<secDNS:keyData>
    <secDNS:flags>257</secDNS:flags>
    <secDNS:protocol>3</secDNS:protocol>
    <secDNS:alg>1</secDNS:alg>
    <secDNS:pubKey>AQPJ////4Q==</secDNS:pubKey>
  </secDNS:keyData>`
const DIGEST = '49FD46E6C4B45C55D4AC'

const RFC_5910: RfcFrame[] = [
  {
    source: 'RFC 5910 §5.1.2 info response, DS data',
    xml: respond(1000, DONE, data(INFO_FULL, `<secDNS:infData ${S}>${SIGNER(12345, DIGEST)}</secDNS:infData>`)),
  },
  {
    source: 'RFC 5910 §5.1.2 info response, DS data with key data',
    xml: respond(
      1000,
      DONE,
      data(
        INFO_FULL,
        `<secDNS:infData ${S}><secDNS:maxSigLife>604800</secDNS:maxSigLife>${SIGNER(12345, DIGEST, KEY)}</secDNS:infData>`,
      ),
    ),
  },
  {
    source: 'RFC 5910 §5.1.2 info response, key data',
    xml: respond(1000, DONE, data(INFO_FULL, `<secDNS:infData ${S}>${KEY}</secDNS:infData>`)),
  },
  {
    source: 'RFC 5910 §5.2.1 create, DS data',
    xml: command(
      CREATE,
      `<secDNS:create ${S}><secDNS:maxSigLife>604800</secDNS:maxSigLife>${SIGNER(12345, DIGEST)}</secDNS:create>`,
    ),
  },
  {
    source: 'RFC 5910 §5.2.5 update, adding and removing DS data',
    xml: command(
      UPDATE,
      `<secDNS:update ${S}><secDNS:rem>${SIGNER(12345, '38EC35D5B3A34B33C99B')}</secDNS:rem><secDNS:add>${SIGNER(12346, '38EC35D5B3A34B44C39B')}</secDNS:add></secDNS:update>`,
    ),
  },
  {
    source: 'RFC 5910 §5.2.5 update, maxSigLife only',
    xml: command(
      UPDATE,
      `<secDNS:update ${S}><secDNS:chg><secDNS:maxSigLife>605900</secDNS:maxSigLife></secDNS:chg></secDNS:update>`,
    ),
  },
  {
    source: 'RFC 5910 §5.2.5 urgent update, removing all',
    xml: command(
      UPDATE,
      `<secDNS:update urgent="true" ${S}><secDNS:rem><secDNS:all>true</secDNS:all></secDNS:rem></secDNS:update>`,
    ),
  },
]

const RFC_3915: RfcFrame[] = [
  {
    source: 'RFC 3915 §4.1.2 info response, redemption period',
    xml: respond(1000, DONE, data(INFO_FULL, `<rgp:infData ${R}><rgp:rgpStatus s="redemptionPeriod"/></rgp:infData>`)),
  },
  {
    source: 'RFC 3915 §4.2.5 restore request',
    xml: command(UPDATE, `<rgp:update ${R}><rgp:restore op="request"/></rgp:update>`),
  },
  {
    source: 'RFC 3915 §4.2.5 restore request response',
    xml: respond(
      1000,
      DONE,
      `<extension><rgp:upData ${R}><rgp:rgpStatus s="pendingRestore"/></rgp:upData></extension>`,
      '54321-XYZ',
    ),
  },
  {
    source: 'RFC 3915 §4.2.5 restore report',
    xml: command(
      UPDATE,
      `<rgp:update ${R}><rgp:restore op="report"><rgp:report>
        <rgp:preData>Pre-delete registration data goes here. Both XML and free text are allowed.</rgp:preData>
        <rgp:postData>Post-restore registration data goes here. Both XML and free text are allowed.</rgp:postData>
        <rgp:delTime>2003-07-10T22:00:00.0Z</rgp:delTime>
        <rgp:resTime>2003-07-20T22:00:00.0Z</rgp:resTime>
        <rgp:resReason>Registrant error.</rgp:resReason>
        <rgp:statement>This registrar has not restored the Registered Name in order to assume the rights to use or sell the Registered Name for itself or for any third party.</rgp:statement>
        <rgp:statement>The information in this report is true to best of this registrar's knowledge, and this registrar acknowledges that intentionally supplying false information in this report shall constitute an incurable material breach of the Registry-Registrar Agreement.</rgp:statement>
        <rgp:other>Supporting information goes here.</rgp:other>
      </rgp:report></rgp:restore></rgp:update>`,
    ),
  },
]

export const RFC_FRAMES: readonly RfcFrame[] = [
  ...RFC_5730,
  ...RFC_5731,
  ...RFC_5732,
  ...RFC_5733,
  ...RFC_5910,
  ...RFC_3915,
]
