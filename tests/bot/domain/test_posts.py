"""Posts that ask something, until it is settled, and the posts of turns."""

from bot.domain.domain import Domain
from bot.domain.events import PostAnswer
from bot.domain.matches import agreements
from bot.domain.posts import PostAddress
from tests.bot.conftest import ANN, BEN, HERE


async def test_a_post_is_open_until_what_it_asks_was_answered(domain: Domain) -> None:
    offer = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    match = (await domain.challenges.accept(offer.challenge.id, BEN)).match
    request = await domain.matches.act(match.id, ANN.id, agreements.offer_draw)
    assert request.notice is not None
    depth = await domain.outbox.depth()
    assert await domain.posts.register(request.notice, HERE.channel, 7)
    assert await domain.outbox.depth() == depth - 1
    (post,) = await domain.posts.changed(match=match.id)
    await domain.posts.mark_checked(post)
    assert await domain.posts.changed() == []
    await domain.matches.do(match.id, lambda now: agreements.answer("draw", now, BEN.id, False))
    (post,) = await domain.posts.changed()
    assert (post.place, post.notice.message, post.notice.answer) == (
        HERE.channel,
        7,
        PostAnswer(False, BEN.id),
    )
    await domain.posts.remove(post)
    assert await domain.posts.changed() == []
    domain.posts.turn_posted(request.notice, 1, HERE.channel, 8)
    for _ in range(2):  # from memory, then from the database
        assert await domain.posts.of_turn(match.id, 1, HERE.scope) == PostAddress(HERE.channel, 8)
        assert await domain.posts.of_turn(match.id, 2, HERE.scope) is None
        await domain.posts.store_turns()


async def test_a_post_is_not_kept_of_what_was_deleted_while_it_was_sent(domain: Domain) -> None:
    offer = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    await domain.outbox.done(offer.notice.id)
    assert not await domain.posts.register(offer.notice, HERE.channel, 7)
    assert await domain.posts.changed() == []
