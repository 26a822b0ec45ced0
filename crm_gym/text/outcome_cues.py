"""English cues of what is done, refused or pending, and of what only looks so."""

OUTCOME_CUES = {
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
    "however": """
        however, though, instead, meanwhile, nevertheless, nonetheless, therefore, of course
    """,
    "ready": """
        all set, good to go, all good, all in order, in place, ready to go
    """,
    "refused": """
        not an option, not on the cards, no option,
        | [but/and] not before, | [but/and] not until, | but not |,
        we/i do not make/offer/allow/support/handle/give/grant/do,
        no money will be/was, nothing will be refunded/paid/returned/credited/sent,
        can/may only be asked/requested/made/opened/closed/changed/given/claimed/ordered/confirmed by,
        for the [account] holder only, only .. holder can/may ask/request/close/open/change/order/claim/decide,
        something only the, only your/the mother/father/aunt/uncle/parents/partner/husband/wife/son/daughter,
        you can not receive, you can not get, you can not be given, over what, more than what, not enough,
        is not enough, declined, rejected, refused, denied, turned .. down,
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
        there is no, there are no, there is none, there are none, not find, not a single,
        came back empty, nothing on file, missing from,
        no record of, stopped working, against you, without success, not supported, hit a wall, fell through,
        fails to, blocked by, stopped by, the answer is/was no, had to deny/decline/refuse/reject/turn, it was a no,
        said no, says no, it is a no, a firm no, decided against, opposed, vetoed, thrown out, knocked back,
        kicked back, not granted, not honoured, not honored, not approve, not agree, not authorise, not authorize,
        not accept, refuses to, too old, expired, that is a no, a no from, nothing doing, no dice, no joy, not budge,
        not having it, held off, keeps rejecting/failing/bouncing/declining, is rejecting/declining/refusing,
        timed out, wouldn't take, not take it, not have it, not as yet, not so far, dead, spat it back, beyond #,
        no go, | no luck, out of the question, not on, no way around, no longer have/has, no longer on,
        no longer there, lapsed, run out, ran out, void, invalid, stayed at, remains at, kept at,
        too much for one/a/her/him/them
    """,
    "can not": """
        decided not to, chosen not to, opted not to, refused to, declined to, refuses to, declines to,
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
        no answer/reply/word/news/response/decision [yet] from, request/application/claim .. is in |,
        will be ready, being recalculated/updated/refreshed/computed/calculated/prepared/worked,
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
        is with your bank, with the bank,
        is/are with the/your/its [..] bank/issuer/shop/merchant/processor,
        hear back, have it signed off, has to sign off, sign .. off, on their desk,
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
        what i/we have done, what i/we did, what has been done, a [contact/account] detail was/has,
        a [contact/account] detail of/on your account was/has,
        not that, not because, not saying, not true that, not to say, does not mean, not the case that
    """,
    "i said": """
        i told you, i said, i wrote, i have told you, i have said, i had said, i had told you, what i said, i claimed,
        i reported, i informed you
    """,
    "corrects": """
        correct what, correct myself, correct my, correction, i was wrong, my mistake, i misread, i misspoke,
        i was mistaken, was a mistake, that was wrong, not true what i, in fact, was not right, scratch that
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
    "exists": """
        i see, i can see, there is, there are, you have got, you have a, i have found, i found, i have located,
        i located,
        you have one, details of the, there was, i have the, i have a, you have
    """,
    "no fault": """
        there is/are no [known/current/active/open/ongoing/reported/registered] outage/outages/incident/incidents/
        disruption/disruptions/fault/faults/downtime, there is/are no .. outage/incident/disruption,
        no [known/current/active/open/ongoing/reported] outage/outages/incident/incidents/disruption/disruptions,
        no [new/separate/second/further/other/extra/additional] case/ticket/action/reset/steps/call needed/required/
        necessary, not find .. outage/incident/disruption, not see .. outage/incident/disruption
    """,
    "hedged": """
        i think, i believe, i assume, i hope, i suppose, i guess, i reckon, i presume, i imagine, we think, we believe,
        we assume, we hope, probably, presumably, most likely, very likely, supposedly, seems to have, appears to have,
        seem to have, may have been, may well have, might have been, looks as if, looks like, not sure, not certain,
        as far as i can tell/see, as far as i know, to my knowledge, should be done, should be through, ought to be,
        should have been, by all appearances, could well be, with a bit of luck, all being well
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
}
"""Per cue a list of phrases; TEAM and DECIDER stand for words of `crm_gym.text.cues`."""
