"""English cues that no business changes: what asks, offers, refuses, waits. Notation: see `crm_gym.text.phrases`."""

NEGATIONS = frozenset("not never no nothing nobody none neither nor hardly noone".split())
HARMLESS_NO = frozenset(
    "problem problems worry worries doubt need harm rush trouble longer matter sooner concern concerns "
    "difficulty".split()
)
"""Words behind "no" that make it no negation."""
FILLERS = frozenset(
    "exactly actually really currently quickly briefly possibly perhaps maybe hereby indeed additionally definitely "
    "certainly also very quite absolutely entirely perfectly".split()
)
"""Words that change nothing here; they are left out of messages and phrases alike."""
MODALS = frozenset(
    "will would shall should could can may might must to let going able unable want wanted wants like wish".split()
)
"""Before a verb these say that it is to come, wished for, or only possible."""
STATED = frozenset("is are was were been has have had am got be".split())
"""Before a participle these say that it is so."""
DETERMINERS = frozenset(
    "a the your an my any each every this that these those his her their our as to scheduled being of for".split()
)
"""Directly before a participle these make it an adjective."""
PREPOSITIONS = frozenset(
    "to for on from with of at in by about under against into without regarding concerning".split()
)
"""Words that open a side phrase."""
WH = frozenset("what which who whom whose how where when why".split())
AUXILIARIES = frozenset("could can would will shall should may do does did is are was were has have am might".split())
BARE_QUESTIONS = frozenset("anything something any need want ready got care interested sure fancy".split())
"""First words of questions that leave out their verb."""
TAGS = frozenset("correct right yes ok agreed".split())
"""One of these before a question mark asks for a yes."""
POINTERS = frozenset("it them him that this these those here one again another".split())
"""Words that stand for what was named before."""
OPENERS = frozenset(
    "please kindly and or so then ok now but well oh hmm ah great thanks thank right sure perfect also just "
    "simply first next lastly finally again still meanwhile otherwise alternatively yes no dear hello hi good "
    "fine lovely always either instead cheers ta brilliant".split()
)
"""Words that may stand before the beginning proper of a clause."""
TELLING = frozenset(
    "tell give send provide state enter type share name paste copy confirm specify indicate quote read write "
    "describe list choose pick select submit supply furnish mention forward key pop drop post attach explain "
    "spell repeat resend re-enter reproduce verify identify clarify advise inform add fill include hand pass "
    "text message note recite reveal grab fetch shoot relay communicate transmit elaborate detail outline say "
    "reply respond answer remind show leave dictate punch jot bring outline return input declare disclose set "
    "retype reenter".split()
)
"""What a customer is asked to do who shall supply something."""
DOUBTFUL_VERBS = frozenset(
    "name state list quote text note message post mention answer reply set detail return help put run get talk walk "
    "leave key bring hand pass fill copy say type share show read let point".split()
)
"""Those that may be nouns, or say something else, so that an object must follow."""
OBJECTS = frozenset(
    "the your me us it what which who whom whose when how that this his her their any a an all both one each them him "
    "everything exactly in out over back here down why where whether".split()
)
"""First words of an object."""
LITTLE = frozenset(
    "and or the your a an please also plus then with for of to first too as well my is just only kindly their his her "
    "next thanks ok great now in".split()
)
"""Words that add nothing to a list of what is asked for."""
ASSENT = frozenset(
    "yes ok right correct agreed fine good proceed sure confirmed confirm happy alright deal order accurate continue "
    "approve approved certain agree go acceptable intended intend mean meant suit suits sound sounds ready "
    "understood well authorise authorize consent accept agreeable wish want wanted like".split()
)
"""Words of a question that asks for a yes."""
BARE_ASSENT = ASSENT | frozenset(
    "no with that this it for you by to do me now then shall we all in so as is i should let the a may can on "
    "and not or are everything does look looks be there here ahead please us".split()
)
"""Words of a question that does nothing but ask for a yes."""
CHECKED = frozenset(
    "that this it everything all details above i we summary data figures these those information both numbers".split()
)
"""What is checked in "is that right?"."""
ANNOUNCING = frozenset("now just already currently also still then".split())
NO_ACTIONS = frozenset(
    "nothing something anything everything during regarding concerning according morning evening following being thing "
    "savings hoping feeling afraid sorry hearing banking building clothing wedding spending interesting amazing "
    "annoying worrying confusing frustrating exciting understanding meaning pending outstanding missing awaiting be "
    "assuming considering depending including excluding know apologise apologize assure never always wishing "
    "unfortunately glad happy reassure remaining dining parking gambling".split()
)
"""Words in -ing that are no announcements, and verbs behind "let me" that are none."""
NO_ADJECTIVES = AUXILIARIES | frozenset(
    "the a an your my his her their its our this that these those i you we he she it they to for of in on at "
    "from with by about into through and or but be been being not no so if when".split()
)
"""Words that are no adjectives: a noun behind them is another one."""
BEFORE_WH = frozenset(
    "and or to for from since until by me us know say specify indicate state confirm clarify exactly is of about "
    "on ask also then please just so but ok tell explain describe remember recall roughly around name understand "
    "with see note either".split()
)
"""Words before which "who" or "when" asks; elsewhere it only joins: "the man who called"."""
DETAIL_WORDS = frozenset("yes no ok from to just sure correct # both".split())
"""First words of an answer that gives a detail."""
DEEDS = frozenset(
    "put keep check stay wait note be look open use see go do contact call make take have remember allow understand "
    "accept bear hold excuse forgive try visit click follow find watch approve confirm let do rest feel stop don ask "
    "change update complete continue proceed".split()
)
"""Verbs behind "please" that ask for no detail."""

_SPELT = """
    can't=can not, cannot=can not, cant=can not, won't=will not, wont=will not, shan't=shall not, dont=do not,
    doesnt=does not, didnt=did not, isnt=is not, wasnt=was not, arent=are not, werent=were not, hasnt=has not,
    havent=have not, couldnt=could not, wouldnt=would not, ive=i have, im=i am, youre=you are, theyll=they will,
    youll=you will, theyve=they have, weve=we have, thats=that is, whats=what is, heres=here is, gimme=give me,
    lemme=let me, pls=please, plz=please, u=you, ur=your, let's=let us, tmrw=tomorrow, wanna=want to, gonna=going to,
    okay=ok, wich=which, wher=where, teh=the, recieve=receive, adress=address, acount=account, acct=account,
    acc=account, thx=thanks, cause=because, everythings=everything, hasn=has not, lets=let us, isn=is not, adn=and,
    yuor=your,
    tonite=tonight, havnt=have not, enuf=enough, cnat=can not, woudnt=would not, tryed=tried, stil=still, wth=with,
    chek=check, teh=the, cldnt=could not, wasn=was not, aint=is not, nowt=nothing, fraid=afraid, alright=ok, nope=no,
    yep=yes, yup=yes, yeah=yes, cud=could, shud=should, wud=would, adn=and, n=and, taht=that, waht=what, yuor=your,
    yor=your, rite=right, giv=give, k=ok, kk=ok, tel=tell, nd=and, ya=you, plse=please, plaese=please, hav=have,
    thsi=this, fro=for, nad=and, hte=the, secs=seconds, mins=minutes, ure=you are, wat=what, wot=what, y'all=you,
    abt=about, frm=from, wnat=want, wahts=what is, wats=what is, wots=what is, shal=shall, freez=freeze, sec=second,
    ovr=over, tkae=take, msg=message, num=number, nr=number, numbr=number, whos=who is, hows=how is, itll=it will,
    youd=you would, hw=how, frist=first, emial=email, shure=sure, wheres=where is, tyr=try, sory=sorry, mcuh=much,
    allredy=already,
    alredy=already, allready=already, cuoldnt=could not, askd=asked
"""
SPELLINGS = {word: tuple(full.split()) for word, full in (entry.strip().split("=") for entry in _SPELT.split(","))}
"""Contractions without their apostrophe, short forms and common slips, in full."""

_TEAM = (
    "team/teams/desk/department/unit/committee/specialists/colleagues/colleague/supervisor/manager/people/group/office/"
    "operations"
)
_DECIDER = (
    "team/desk/department/committee/bank/shop/merchant/store/issuer/hotel/company/owner/co-owner/holder/cardholder/"
    "payroll/operations/investigator/colleague/manager/supervisor/specialists/people/she/he/they/lead/operator/"
    "provider/retailer/seller/office/unit/who/system/network"
)


def _phrases(text: str) -> tuple[str, ...]:
    """The phrases of a list; TEAM is a team of ours, DECIDER whoever may decide."""
    listed = (" ".join(phrase.split()).replace("/ ", "/") for phrase in text.split(","))
    return tuple(phrase.replace("TEAM", _TEAM).replace("DECIDER", _DECIDER) for phrase in listed)


_LISTS = {
    "done": """
        done, completed, is [now] complete, complete |, went through, gone through, go through, come through,
        came through, successful, successfully, processed, all set, in place, approved, accepted, settled, worked,
        sorted, taken care of, finalised, finalized, instruction recorded/accepted,
        instruction has been recorded/received/accepted, granted, carried out, in effect, effective, finished, executed,
        active, resolved, decided in your favour/favor, upheld, good to go, worked out, activated, fulfilled,
        actioned, taken effect, took effect, cleared, made, confirmed, gone off, performed, implemented, put through,
        all done, concluded, done and done, popped .. in, bumped up, dealt with, on its way, in hand |, all good,
        went ahead, consented, agreed to, success, signed off, squared away, ticked off, out the door, it is a yes,
        a yes from, said yes, says yes, gave the ok, given the ok, gone ahead with, got the green light,
        we/i confirm the/your, can confirm the/your, wrapped up, all in order, there you go, rubber-stamped, is live,
        is in |, are in |, is through, are through, put .. through
    """,
    "refused": """
        over what, more than what, not enough, is not enough, declined, rejected, refused, denied, turned .. down,
        failed, unsuccessful, bounced, bounced back, not possible, impossible, too late, out of my hands,
        not something, nothing to, no longer exists, does not exist, outside of, outside the, outside our, past the,
        over the maximum/limit, above the maximum/limit, exceeds, exceeded, used up, not eligible, not entitled,
        does not qualify, not qualify, stays as it is, kept .. at #, ineligible, no can do, not allowed,
        not permitted, not available, unavailable, not this time, is final, insufficient funds, not enough money,
        not enough funds, does not allow/permit, do not allow/permit, does not let, not cover, not go through,
        not work, not succeed, not happen, did not make it, could not be, not be done, not be completed,
        not be processed, not be approved, was unable, were unable, unsuccessfully, came to nothing,
        not been successful, no success, went wrong, aborted, voided, not in a position, cannot be done, beyond that,
        | no .. may, | no .. can, beyond what, beyond the, no longer possible, did not work, no luck,
        returned no match, off the table, hands are tied, hands are bound, have to say no, must say no, say no to,
        knocked .. back, more than .. permitted/allowed, above the ceiling, over the ceiling, must decline,
        must .. decline/refuse,
        have to decline, has to decline, have to refuse, must refuse, have to turn .. down, has to stay as,
        must stay as, prevented, more than .. can, further ahead than, not accepted, ruled out, came back negative,
        there is no, there are no, not find, not a single, came back empty, nothing on file, missing from,
        no record of, stopped working, against you, without success, not supported, hit a wall, fell through,
        fails to, blocked by, stopped by, the answer is/was no, had to deny/decline/refuse/reject/turn, it was a no,
        said no, says no, it is a no, a firm no, decided against it, opposed, vetoed, thrown out, knocked back,
        kicked back, not granted, not honoured, not honored, not approve, not agree, not authorise, not authorize,
        not accept, refuses to, too old, expired, that is a no, a no from, nothing doing, no dice, no joy, not budge,
        not having it, held off, keeps rejecting/failing/bouncing/declining, is rejecting/declining/refusing,
        timed out, wouldn't take, not take it, not have it, not as yet, not so far, dead, spat it back, beyond #,
        no go, | no luck, out of the question, not on, no way around, no longer have/has, no longer on,
        no longer there, lapsed, run out, ran out, void, invalid, stayed at, remains at, kept at,
        too much for one/a
    """,
    "can not": """
        did not, does not, has not, have not been able to, can not, could not, unable to, not able to,
        not allowed to, not permitted to, not in a position to, may not, not authorised to, not authorized to,
        will not let me, does not let me, would not let me, will not allow me to, not going to be able to,
        not be able to, not going to, not willing to, not prepared to, not free to, not meant to, not comfortable,
        no way to, no way for me to, did not let me, will not, not let me, must not, failed to, can no longer,
        may only, can only, only .. himself can, only .. herself can, only .. themselves can, only .. owner can/may,
        only .. holder can/may, not possible to, impossible to, not something i can, not something we can,
        nothing to, would not, not happening, can never, is not going to
    """,
    "do": """
        do, do that, do it, be done, process, go through, be made, be processed, complete, help with that,
        be completed, approve, be approved, switch off, proceed, authorise, authorize, grant, accept, accommodate,
        be honoured, be accepted, arrange, carry out, be carried out, offer, action, fulfil, fulfill, take,
        put through, be put through, make that, go ahead, go forward, go along, move forward, continue with,
        help you, help there, help here
    """,
    "pending": """
        DECIDER will text/email/call/write/ring/contact/notify/inform/message/phone/mail/answer/respond/reply,
        DECIDER has/have it, DECIDER will look/review/check/examine/assess/consider/get/come/be, awaiting, awaits,
        waiting for, waiting on, waiting, pending, under review/examination/investigation/consideration/assessment,
        under .. review/examination/investigation/consideration,
        being reviewed/checked/looked/processed/examined/investigated/considered/assessed/verified/worked/
        decided,
        is/are [still/now] reviewing/looking/checking/investigating/examining/assessing/considering/deciding/
        processing/verifying/discussing,
        in review, in the queue, in a queue, queued, in the pipeline, in progress, in process, in the works,
        with the/our/a/your [..] TEAM, TEAM has it, TEAM have it, TEAM has your, TEAM have your, on the desk,
        on .. desk, will decide, decides, decide within/by/on/until, to decide, to say yes or no, make a decision,
        reach a decision, come to a decision, request is in, request has been received, request is open,
        request is being, application is in, claim is in, in for it, has been asked to, was asked to, were asked to,
        have been asked to, asked them to, asked her to, asked him to, asked the .. to, held for, is holding,
        are holding, been held, on hold, still open, remains with, lies with, sits with, rests with,
        DECIDER has/have to, DECIDER must, DECIDER still has/have/needs/need to, DECIDER needs to, DECIDER need to,
        DECIDER has/have until/till, DECIDER got until/till, DECIDER now has/have, DECIDER will decide,
        DECIDER is to decide, has/have to be approved/confirmed/reviewed/signed,
        needs to be approved/confirmed/reviewed/signed, needs approval, needs sign-off, answer is due, ruling is due,
        decision is due, decision is expected, is expected, anticipate a response, expect a decision,
        expect an answer, expect a response, an answer by, a decision by, an answer within, you will hear,
        you should hear, will be in touch, will get back to you, will let you know, will let you both know,
        you will be told, you will be notified, you will get an answer, as soon as they have made up, respond by,
        in the shop hands, in .. hands until, not heard back, still going, still being, up to the,
        subject to approval, for approval, for review, for examination, for a decision, pending approval,
        will be released, in the hands of, still to be, yet to, remains to be, still with, waits for,
        have to wait for, goes out at, not final, need to sign, outstanding, answer is expected, will know by,
        will know on, still needs, is considering, are considering, being handled, being dealt with, is dealing with,
        are dealing with, is deciding, are deciding, being prepared, being arranged, being sorted, is still deciding,
        have the final say, has the final say, final decision, needs to check, needs to sign off, is on it,
        are on it, not decided, not ruled, no decision yet, no decision so far, no answer yet, no reply yet,
        no word yet, no news yet, soon as they decide, up to them, it is up to, depends on the,
        within one business day, normally answer, usually answer, is handling, are handling, has landed with,
        to be decided, undecided, in their hands, in their court, waiting on a yes, make the call, has your request,
        have your request, got your request, has got your request, going over, in the pile, under way, underway,
        not okayed, not been okayed, not signed off, not been signed off, not approved yet, not been approved yet,
        being screened, being checked, being verified, a hold on, on hold until, held until, subject to,
        is with your bank, with the bank, hear back, have it signed off, has to sign off, sign .. off, on their desk,
        on its way through, to be approved, to be confirmed, to be signed, not confirmed yet, has yet to
    """,
    "handed": """
        submitted, filed, lodged, raised .. request/case/claim/ticket/complaint/query/with, handed in, handed .. to,
        handed over, passed on, passed .. to, passed .. on, forwarded, referred, escalated, registered,
        received .. request/claim/application/complaint/documents/form,
        request/claim/application/complaint/documents .. received, put in, put .. in with, sent .. to the shop,
        sent to the shop, sent to the merchant, sent .. to the team, sent .. to our, sent to the bank, requested,
        asked the, asked for, sent a query, sent .. request/query/claim, opened, logged with, recorded,
        request/claim/query/enquiry sent, request/claim/query/enquiry has/was .. sent,
        sent .. to the .. TEAM, applied for, placed a request, made a request, launched, reported to,
        transferred to the .. team, transmitted to the, assigned to, brought to the attention, handed, turned over to,
        turned it over,
        kicked off, initiated, started, asked them, messaged them, chased them, put in the/a request,
        put the request, sent the ask, put it to, put your case to, put your request, written to the, contacted the
    """,
    "decider": """
        DECIDER/teams/bank/shop/ops/fraud/compliance/security
    """,
    "undecided": """
        made a decision, a decision, an answer, agreed, signed off, reviewed, reacted, reached a decision, decided,
        approved, answered, responded, ruled, confirmed, replied, got back, made up, come back, released, reached,
        heard, finished, looked, signed, been reviewed, closed, settled, received an answer
    """,
    "yet": """
        yet, so far, still, either way, until, as of now, to date
    """,
    "thing": """
        code, codes, message, form, link, text, fresh one, a new one, another one, another code, note, notification,
        passcode, pin, sms, instructions, token, account is locked, account locked,
        account has been locked
    """,
    "payee check": """
        payee .. verified, payee name, name check, beneficiary/recipient name
    """,
    "said": """
        you said, you wrote, you mentioned, you told me, you asked [me/us] whether, you say, you have said,
        you have written, you have told, you claim, as you put it, your words, according to you, you believe,
        you think, you understood, you typed, you were told, you have heard, you stated
    """,
    "not that": """
        not that, not because, not saying, not true that, not to say, does not mean, not the case that
    """,
    "did": """
        it did, it is, it has, they did, it was, they have, it does, they do, we have, we did, i have, i did
    """,
    "did not": """
        it/they/we/i did/have/has/is/was/could not |, not as yet
    """,
    "would have": """
        would have, could have, should have been, might have, was about to, were about to, was going to, if only
    """,
    "could": """
        i could, we could
    """,
    "sorry": """
        sorry, afraid, unfortunately, sadly, regret, regrettably, apologies, alas, bad news, regretfully
    """,
    "scrap": """
        scrap that, correction, i misread, wrong line, ignore that, my mistake, strike that, i was wrong
    """,
    "need": """
        begin/start with your/the/a, to ask what/which/why/how/who/when/you/for, i will want, i would want, i do want,
        i wanted to ask, i wanted to know, i want to know, i want to ask, i meant to ask, what i want is,
        we want to know, i must/should/still/first/also/really/kindly/then/now/just need/require/ask, i am lacking,
        we are missing, we lack, i lack, i am waiting for your, i await your, we await your, i am short of,
        i am still missing, i would require, we would require, i shall need, we shall need, i shall require,
        we shall require, i will require, we will require,
        have/need/like/love/want/got/obliged/required/important to know/record/note/register/ask/learn/obtain the/
        your/which/what/how/who/when/why/whether, i do need, i need you, got to know, have got to ask,
        wondering what/which/how/who/when/why/where, i would be interested in, need from you is/are, only need,
        just require, just want, all we need, need to give, you need to provide, you must provide,
        you have to provide, you have to give, you have to tell, missing is/are, what is missing, i need, i will need,
        i would need, i will also need, i also need, we need, we will need, we would need, i require, we require,
        i am missing, i still need, we still need, all i need, i just need, we take, i would like to know,
        i would just like to hear, i would like to hear, i must have, we must ask you, we would ask you, we ask you,
        we kindly ask, i have to ask, i need to know, is required, are required, needed, i would ask you, i need know,
        you need to tell, i would love to know, i am after, i only need, will do instead, is missing, i have to know,
        i must ask, what i need, we request you, i have to have, i could use, enough to go on, are enough,
        enquire/inquire as/about/after/into, must/to enquire/inquire
    """,
    "ask": """
        mind trying/sending/giving/typing/telling/reading/sharing/repeating/entering/saying/confirming/spelling/
        looking/ checking/naming/pasting/copying/writing, care to tell/give/share/explain/elaborate,
        drop that/it/them,
        | [please/and/then/now/just/simply/so/or/also/kindly] copy/paste/enter/type/share/provide/state/pick/choose/
        name/give/tell/write/read/describe/specify/indicate/quote/forward/mention/list/explain/upload/attach/supply/
        add the/your/me/it/us/what/which/that/his/her/their/any, | what is/are/was the/your, | how much, | who is,
        spell out, | [please] verify/confirm your, please try again, | [and] try again, try once more, try it again,
        have another go, check .. and try,
        please tell/give/send/share/provide/state/enter/confirm/type/paste/copy/describe/name/say/specify/indicate/
        supply/list/choose/pick/select/quote/read/write/attach/put/explain/include/add/let/use/mention/note/fill/do/
        reply/respond/forward/submit/key/drop/pop/look/advise/leave/identify,
        please also tell/give/send/share/provide/state/enter/include,
        kindly tell/give/send/share/provide/state/enter/reproduce/type/describe/name/specify/indicate/supply/quote/
        furnish/let/advise, tell me, tell us, give me, give us, send me, send us,
        let me know the/your/which/what/how/who/when/where/why/whether, let us know, could you copy, can you,
        could you, would you mind, just type in, just give, just send, just tell, just need, share your, pass me,
        write me, | the one/account/card/person you, drop me, pop your, pop the, read me, read out the, pick one,
        type in, type it, paste what, paste the, paste it, provide your/the/me, enter your/the, let me have,
        i am listening, state your/the, leave a number, set out everything, please be so good, state what,
        | [and/then/so/simply/just/also] send the/your/me/us/over, simply send, simply give, simply tell,
        you write me, start with your, walk me through, talk me through, run me through, fill me in, specify,
        say how much, say which, indicate the, just say which, go ahead and tell/give/send/share, remind me, show me,
        quote the, describe,
        given/sent/passed/pasted/told to me/us
    """,
    "have you": """
        is there a/an, are there any, any chance of, could/can/may/might i/we take/note/get/grab/see/borrow/trouble,
        can you recall, do you recall, do you have, do you know, do you happen to have, do you remember,
        do you recall, have you got, can i have, can i get, could i have, may i have, could i get, may i ask,
        can i ask, may i know, might i have, could you, can you, would you, what is, what are, what was, what were,
        and your, and the, plus, mind telling, mind giving, mind sharing, care to, able to
    """,
    "do not ask": """
        do not send, never send, do not share, never share, never give, do not type, never type, do not give,
        never ask, not ask, do not post, never tell, do not tell, no need, do not need, not need, do not enter,
        never enter, do not have to, stop there, never phone, never call, refrain from,
        avoid sharing/sending/typing, without sharing, rather than sending, do not paste, never paste,
        not to send/share/give/type, keep .. to yourself, keep .. private, not required, not necessary
    """,
    "purpose": """
        so that, so i, so we, in order to, because, which we, that i can, and then i, then i will, and i will,
        to find you, to verify you,
        just so, so the
    """,
    "details": """
        what is the story, what is this/it regarding/concerning, is this regarding/concerning,
        something i/we can help/do/assist/sort, something you need help, which way |, makes you say, made you say,
        the whole thing/lot, made you think/suspect/believe/feel/worry, what is it about, what .. it about,
        gone wrong, went wrong, what was it you, what did you want, what do you want |, what are you after,
        what .. about |, everything that happened, everything about it,
        state your request/issue/concern/business/problem/question/matter/case, what .. i/we do for you,
        how/what .. i/we .. help/assist/serve/support, what is up, your request |, the nature of your,
        your problem/issue/concern/request/question/situation/enquiry/query/story/matter, what you noticed/saw,
        what .. you need, what brings/brought/leads/led you, what happened/occurred, what it is about,
        what this is about, what you would like to do, what you want to do, your side of the story, what can we look,
        more information, further details, further information, additional details, some context, what .. going on,
        elaborate, what you are contacting, why you are contacting, why you are calling, reason for contacting,
        reason for your, describe how, what have you, as much detail, what you remember,
        what .. would you like .. do |, what seems to, what did they, what did he, what did she, tell me .. how it,
        how can i help, how may i help, how can i assist, how may i assist, what can i do for you, how can we help,
        what is on your mind, what happened, what exactly happened, what has happened, tell me more,
        tell me a little/bit more, tell me a little/bit about, tell me everything, tell me all, tell me whatever,
        from the start, from the beginning, in your own words, what did you notice, what is the trouble,
        what is the problem, what is the matter, what is the issue, what seems to be, what is going on,
        everything you have, i am listening, what brings you, describe the call, describe the, describe what,
        what went wrong, tell me what happened/went/you, tell me about, more about, more details, some details,
        a few details, any details, what can i help, how could i help, what do you need |,
        what do you need help/today/me/us, walk me through, talk me through, run me through, fill me in,
        the whole story, the full story, what is up, what would you like to do, what would you like help,
        what is this about, what is it about, how can i be of, how may i be of, set out everything, can you elaborate,
        please elaborate, explain what, explain the situation, what can we do, little more, bit more about,
        please explain, what took place, what did you see, what are you seeing, what would you like us to do,
        how do you want me to help, what should i know, anything you remember, what do you want me to look at,
        tell us more, what would you like to know, what do you want to know, what would you like me to,
        what should i look, what can i look, what do you need to know, what are you looking for,
        where would you like to start, what is the reason for your call, how may we assist, what else happened,
        explain your, give me some background, say more, in detail, what is your question, what is your concern,
        tell us what, was something else, give me the details, what is troubling, what is bothering, what is wrong |,
        what is wrong today
    """,
    "confirm": """
        still like/want/wish to, like to proceed/continue/authorise, like to go ahead, press/hit/click send/submit/go,
        press/push/hit the button, make it happen, get it/that/this done, set it in motion, start it off, so instruct,
        is that the instruction, those your instructions, anyway, regardless, nonetheless, nevertheless, all the same,
        even so, despite, [still] what you want/wanted/meant/had/need/are |,
        still ok/fine/good/right/on/want/send/buy/pay/do, how does that/this sound/look, how is that, what do you say,
        may i go, may i submit/send/file/book,
        is this/that/it what you want/wanted/mean/meant/had/intended/asked/need, would you like that/this |,
        would you like me to |, would you like me to do so/that/this/it |, shall i |, shall we |, should i |, may i |,
        want me to |, do you want me to |, can i |, do you want that/this |, is that a yes,
        shall/should/may/can i/we do/submit/file/hand/make/put/book/lodge/send/execute/process/enter/place/finalise/
        complete/continue/proceed/go [so/this/that/it/these/both/them] [in/through/on/ahead] [now/then/for] [you] |,
        shall i do both/all/so/it/that/this, shall i make the transfer/payment/change, set to go, are we good,
        can we go, are we clear to, do we have a deal, are these/those/the, is the above, is all of this,
        is this/that fine/good/ok/right/all with/by you, fine with you, ok with you, all right with you, suits you,
        is that right, is this right, is that correct, is this correct, is it correct, is everything correct,
        is all [of] that correct, is the above correct, is it right, have i got it, have i got that right,
        did i get that right, do i have that right, go ahead, shall i proceed, should i proceed, me to proceed,
        may i proceed, may we proceed, can i proceed, ok to proceed, ok to log, ok to do, ok to, happy to proceed,
        want to proceed, wish to proceed, good to go, ready to go/send/proceed/continue, all correct,
        all right so far, please confirm that, please confirm, kindly confirm, confirm that the, can you confirm,
        could you confirm, do i have your, your go-ahead, are you sure, are you certain, if you are certain,
        are we agreed, do you agree, do you consent, do you confirm, want to continue, like to continue,
        wish to continue, shall i continue, me to continue, want to go on, like to go on, continue anyway,
        do it anyway, send it anyway, agreed, all right, does that look, does this look, does that sound right,
        look right, looks right, looks good, everything correct, do you still want, still want me to, still wish,
        on that basis, to be submitted as it stands, may i do that, should i do that, shall i do that, shall i do it,
        should i do it, want me to do that, is this so in order, in order for you, is this what, is that what,
        happy for me to, | are you |, ready for me to, correct address, shall i submit, shall i send it,
        should i send it, shall i put it through, send it like that, may i hand that in, give me the go-ahead,
        give me the green light, the green light, do you approve, can you approve, do you authorise, do you authorize,
        with your permission, is that ok, is this ok, are you ok with, are you happy with, are you happy to,
        are you happy for, sound right, that all correct, that correct, did i understand, have i understood,
        do i understand, am i right, is that accurate, is this accurate, should that be, make that official,
        i have that right, have it right, got it right, got that right, yes to go, waiting for your ok,
        your approval to, your confirmation, to confirm, as it stands, shall we go, just say the word, say the word,
        one word from you, you want to move,
        | proceed with/to, | go ahead with, | continue with,
        do i/we send/submit/file/go/proceed/put/hand/make/pay/charge/book/cancel/schedule/do,
        your final answer/word/decision,
        on the same page,
        | yes to all/both/these/this/that, yes to all three/four/of
    """,
    "say yes": """
        you are [kindly] requested/asked/invited/required to confirm/approve/authorise/authorize/consent,
        you are hereby requested/asked to confirm/approve/authorise,
        need/require/await/awaiting/want/have/get/with/upon/on/for/until/pending/give/grant/obtain/seek your/the/a
        [final/explicit/express/written/formal/kind/clear] approval/consent/ok/confirmation/permission/authorisation/
        authorization/agreement/blessing/nod/yes/word, need/require/await/awaiting/want/with/upon/on/until your go,
        give me/us the/your/a [final/quick] word/nod/ok/go/approval/consent/thumbs/green/yes/confirmation/permission,
        if/whether i/we should/may/can go/proceed/send/do/continue/submit, whether to proceed/go/send, say the word,
        tell me/us yes/ok/go, tap/press/hit/click/send/drop yes/ok/confirm/proceed,
        once/when/if you confirm/approve/agree/consent/authorise/authorize/nod,
        as soon as you confirm/approve/agree/say, after you confirm/approve/agree,
        on your word/command/signal/instruction/confirmation/approval/mark/go, at your word/command/signal,
        only your yes/ok, if/once you are happy, if you are ok, if you are fine, a nod,
        yes/ok/word/nod/go/confirmation/approval from you, yes and i will, ok and i will, yes and i, go and i will,
        yes is all, upon your, waiting for your go, if so i will, if you would like me to do so, please approve,
        kindly approve, please authorise, please authorize,
        say/reply/type/answer/write/respond [with] [a] yes/ok/confirm/go/y/proceed, confirm with yes, yes or no,
        thumbs up, yes to go, yes to schedule/confirm/proceed/continue, just say the word,
        if that/this/it/everything/all is good/right/correct/ok/fine/well/accurate,
        if everything looks/is/sounds good/right/correct/fine/ok, if i have that right, if i have it right,
        if i got that right, if i have understood, if that looks/sounds good/right/correct/fine/ok,
        if you are certain/sure, if that/this works, if you are happy with that/this/it, once you say yes,
        with your ok, on your say so, a yes is enough, a simple yes, y and |, y no |, | yes no |, ok no |,
        give me a yes, give me the nod, just nod,
        if that/this/it/everything/all is in order, if everything/all is as it should
    """,
    "exists": """
        i see, i can see, there is, there are, you have got, you have a, i have found, i found, i have located,
        i located,
        you have one, details of the, there was, i have the, i have a, you have
    """,
    "others say": """
        bank/shop/merchant/it/system/screen/app/record/note says/said, according to the
    """,
    "managed": """
        was/were able to, managed to, succeeded in
    """,
    "no longer": """
        any more, any longer
    """,
    "usually": """
        usually, normally, typically, generally, always, in general, as a rule, most, in most cases, every, any,
        whenever
    """,
    "need behind": """
        will do instead, is enough, are enough, is all i need, are all i need, is missing, are missing, will do,
        would do, is needed, are needed, is required, are required, would help, will be enough,
        is all that is missing/needed, are all that is missing/needed, is all that remains, is the last thing,
        is the only thing, will suffice, suffice, suffices, is necessary, are necessary, is mandatory, will be needed,
        will be required, needed before, required before, be needed, is called for, is still missing, is still needed,
        would be useful, would be helpful, is what i need, are what i need, remains to be given, is lacking,
        are lacking, must be given, must be provided, needs to be given
    """,
    "polite": """
        please, kindly
    """,
    "as wanted": """
        as/like you [had/have/just/originally] planned/wanted/asked/requested/instructed/wrote/said/wished/intended/
        described/told, as planned, as requested, as discussed, as agreed
    """,
    "comfort": """
        we will go through this/it, we will get through, we will sort this/it/that out together, we will get there,
        i will tell the team, i will let the team know
    """,
    "welcome": """
        even better, all the better, so much the better, that helps, that would help, that is a help
    """,
    "polite if": """
        if you would be |, if you would be so kind, if you would |, if you do not mind, if you would not mind,
        if you please, if i may, if possible, if you have it/them, if you could, if you will, if you know it,
        if you have one, if you can
    """,
    "invite": """
        fire away, | go ahead |, | please go ahead |, | [yes] go ahead |, i am listening, i am all ears, all ears,
        | shoot |, the floor is yours, talk to me, carry on |, | go on |, | do tell |, | tell away |,
        i am here to listen, we are listening, what can i/we do for you, | yes how |, off you go
    """,
    "once known": """
        once/when/if/after i have/know/get/receive, as soon as i have/know/get/receive, once/when we have/know/get,
        as soon as we have/know/get, once you have given/told/sent/provided/shared/entered/typed,
        if you give/send/tell, if i ask/take/note/get, if we ask/take/note, once you give/send/tell,
        as soon as you give/send/tell, if you would give/send/tell/share/provide/let,
        if you could give/send/tell/share/provide/let/add/enter/type/name/state/supply/indicate/confirm/read/repeat,
        is known to you, are known to you
    """,
    "helped": """
        did that help, did this help, did that answer, has that helped, does that help, does that answer,
        does that make sense, was that helpful, does this help, does that clear, is that clear, has it arrived,
        did it arrive, has that arrived, are you ok |, are you alright |, are you all right |,
        is everything ok with you, are you safe, did you get it, have you got it, did you receive, have you received,
        is it working, does it work, did that work, make sense |
    """,
    "which of these": """
        what do you think, what do you say, any preference, your preference, does either, do either, would either,
        which one sounds, what sounds, any of these/those/that,
        which would you prefer/like/rather, which do you prefer/want, what would you prefer/rather, what do you prefer,
        which suits you, which one would you prefer/rather, which one do you prefer, which sounds better,
        which of these would you, which of the two would you, which is better for you, which option, what suits you,
        what works better, what works best, which works best, which works better, which of these do you, up to you,
        your choice, which of those would you, which way would you,
        which/what shall/should/will it be, which is it to be, what is it to be
    """,
    "more of": """
        any/some/further/more/other/another/additional/else/extra help/assistance/question/questions/request/requests/
        matter/matters/issue/issues/concern/concerns/query/queries/ enquiry/support/wish/wishes/thing/things/point/
        points/topic/topics/service/business/problem/problems,
        any/some other/more/further help/assistance/question/questions/request/requests/matter/matters/thing/things,
        be all/everything/it, that all/everything |, that all/everything for/today/you/now/then/sorted, that it |,
        nothing else, nothing more, nothing further, this all, no more questions, no other questions,
        no further questions, be of service, be of assistance, are we done, all done for, that do |, need more,
        of help today, on your list, on your mind, add to that, left to do, still open for you
    """,
    "ways": """
        ways forward, either of these/those/them, one of these, couple of ways, couple of options, few ways,
        either of, what would be possible, these options, two ideas, two ways, two options, options, we could do,
        choices, alternatives, possibilities, three ways, a few options, some options, what we can do,
        matter of taste, question of taste,
        what i can do, what can be done
    """,
    "works too": """
        any use, work instead, work for you, suit you, be better, be ok instead, do instead, help instead, help you,
        be useful, be of use, be of any use, do the trick, be an idea
    """,
    "asks others": """
        asks itself, asked you, asks you, asks me, asked itself, asks every, they ask, people ask, he asked you,
        she asked you, kept asking
    """,
    "who are you": """
        speaking with, speaking to, that is you, is that you, are you the
    """,
    "propose": """
        shall i, shall we, should i, should we, may i, can i, could i, do you want me to, would you like me to,
        want me to, would you want me to, would you prefer [that] i, can we, do you want to, do you want,
        would you like to, would you like, want to, want, would you rather, would you prefer, how about, what about,
        fancy, interested in, why do not we, why do not i, is it ok if i, would it help if i, would it be ok if i,
        like me to, or do you want to, do you need, care for, any interest in, would you be interested in,
        are you interested in, would you feel better, would it be better, does it make sense to,
        does it make sense if i, would it make sense to, will i, are you ok with me, should we try, shall we try,
        would it suit you, would you be ok with, would you be happy with, what if i, what if we, is it worth,
        do we want to, will you let me, would you let me, you want me to, you want that i, you like me to,
        would you care, or shall i, or should i, do you wish, would it help to, need me to,
        do you instruct/authorise/authorize/permit/allow me/us to,
        do you nevertheless/still/also/then/therefore wish/want me/us to, wish me/us to, want us to, like us to,
        would you have me/us,
        you want [also] that i, you want [also] me to
    """,
    "an option": """
        would be an option, is an option, would be possible, is possible, would be an alternative, is still possible,
        remains possible, is still an option, remains an option, remains open, is open to you
    """,
    "offer": """
        | let us, i would like to, we would like to, we should, would it help, if you would like me,
        which i can/could, which we can/could, TEAM could, or you, or we, or i, either we, either i,
        you may nonetheless, you may however, you may still, you may instead, what about, you are free to, we might,
        i will be happy, i would be ready, it would be possible, my offer, our offer, we offer, i offer,
        if that works, if you fancy, if you would rather, if you want me to, should you so wish, at your request,
        on request, one possibility, a possibility, a way forward, better idea, worth trying, my idea, i can, i could,
        we can, we could, i am able to, we are able to, i would be able to, i would be happy to, we would be happy to,
        i would be glad to, we would be glad to, we should be glad to, i am happy to, i will gladly, happy to,
        glad to, pleased to, prepared to, what i could do is, what i can do is, there is the option, one option is,
        another option, you could also, alternatively, if you like, if you want, if you wish, if you agree,
        if you prefer, if it helps, ready to, can take it from here, remains open to you, you may also, entitled to,
        might like to know, i am free to, i might, an alternative, i may, two ideas, two ways, options, instead,
        let me offer, i propose, i suggest, i would suggest, i would propose, i would recommend, i recommend,
        my suggestion, my advice, you have the option, there is another way, it is possible to, we can try, i can try,
        the best i can do, the most i can do, what i can offer, all i can do is, i would gladly, i will happily,
        willing to, i would be willing to, if you are interested, if that helps, feel free to ask me to,
        let me know if you want me to, let me know if you would like me to, just say if, should you want,
        should you wish, should you prefer, if it is any help, you are up for, you feel up for, i could try,
        we propose, we suggest, what remains is, i can still, i can also, we can also, i could also,
        if you would like, if that suits you,
        if that/this/it is preferred/wanted/wished/desired, i am in a position to, we are in a position to
    """,
    "more": """
        answered all/everything/your, all your questions, something other i/we, anything other i/we, anything else,
        anything further, anything more, anything other, what more, any further, any more questions,
        any other question/questions/matter/thing/request/issue/concern, something more, help you further,
        help further, assist you further, more questions, more to do, else i, else we, you got everything,
        have everything you, that be all, is there more, you are all set for today, happy to help again,
        need us again, need me again, something else, other question, other questions, further questions, what else,
        further assistance, anything i can do for you, anything i can do, further help, is that all |,
        is that all for/then/you/now/today/ok,
        that all for today, any questions, anything left, else i can, else can i, else you need, else on your,
        else for you, all for today, be of further, help with today, other matter, another matter, need more help,
        more i can, somewhere else i can
    """,
    "bye": """
        bye, goodbye, good bye, bye bye, cya, see you, see ya, take care |,
        take care and/now/then/there/out/bye/everyone, take care of yourself, | take care, farewell, | so long |,
        mind how you go, until next time, until the next time,
        have a good/nice/great/lovely/fab/wonderful/pleasant/beautiful/fantastic/safe,
        have an excellent/amazing/awesome, have yourself, enjoy your day/evening/weekend/week/afternoon/trip/holiday,
        enjoy the rest, enjoy the day/evening/weekend/afternoon, wish you a, wish you beautiful/nice/good,
        wish you an, all the best, good night, best wishes, kind regards, ciao, cheerio, till next time,
        come back any time, here whenever you need, here if you need, glad i could help, glad to have helped,
        happy to have helped, thanks for banking, thank you for banking, thank you for choosing, thanks for choosing,
        thank you for calling, thanks for chatting, nice chatting, have a great, have a good, speak soon, talk soon,
        | until tomorrow |, look after yourself, stay safe, be well, over and out, toodle, hear from you again,
        good evening to you, come back anytime, always here to help, reach out any time, do not hesitate to
    """,
    "bye at last": """
        good day, thank you for getting in touch, thanks for reaching out, thank you for contacting,
        thanks for contacting, thanks for your time, thank you for your time, thanks for getting, thank you for being,
        thanks for being a, pleasure helping, pleasure to help, pleasure assisting, nice to help
    """,
    "hold": """
        | let us try again, | let us see, | let us have a look, | let us check, | let us start, | let us get,
        | second |, | second system, | sec, short while, a while, allow me a,
        #/one/two/three/few/couple/couple-of/of second/seconds/min/minute/minutes/moment/moments/mo/tick/ticks, brb,
        back in, in a bit, in a mo, just a bit, a tick, hang on, no time at all, any second now, right away,
        straight away, right on it, won't take long, will not take long, patience please, please be patient, one mo,
        wait please, a jiffy, one moment, a moment, one sec, one second, a sec, a second, a few seconds, one minute,
        a minute, a min, two minutes, a couple of minutes, bear with, hold on, hang on, hang in there, hang tight,
        please wait, please to wait, stay on the line, stand by, sit tight, working on it, still looking,
        looking into it, looking into this, request/appreciate/ask your patience, your patience while, be right back,
        right back to you, be back in, on it, give me a, this may take, won't be long, will not be long, almost there,
        nearly there, checking now, let me check, let me see, brief moment, while i look, while i check,
        is being carried out, shortly, in a jiffy, just a tick, coming right up, just a moment, just a second,
        just a sec, just a minute, a bit of patience, a little patience, for a moment, for a second, for a minute,
        this will take, it will take a, take a minute, take a moment, take a few, while i get, while i do,
        while i run, while i find, while i pull, while i go, let me look, let me pull, let me find, let me get,
        let me see what, let me take, as we speak, back in a, with you in a, back to you in, one tick, wait a,
        hold the line, not be long, in a minute, in a moment, in a second, in a sec, loading, please stand by,
        coming up, hold tight, momentarily, please hold, back with you, will do,
        return to you, revert to you, get back to you presently
    """,
    "promise": """
        i will, let me, i am going to, i am now, we will, we are going to, i am trying, i am just, i search,
        i am checking, i am looking, i am pulling, i am opening, i am sending, i am about to, i shall, will now be,
        i am starting, i am getting, i am on, i go, allow me to, i want to check, i would like to check, opening,
        checking, pulling up, looking up, sending it, we shall, i am running, i am reviewing, i am processing,
        i am transferring, i am freezing, i am cancelling, i am preparing, i am reading, i am contacting,
        i am asking, going to, we are checking, we are looking
    """,
}
CUES = {cue: _phrases(text) for cue, text in _LISTS.items()}
"""What a phrase does, by name, and the phrases that do it."""
